"""A game in plain words: what every display has.

A display is made for one language and one set of player names. It works from views, so nothing hidden can get into
its texts.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from typing import ClassVar, Generic, Self

from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
    Event,
    Game,
    IllegalChoice,
    S,
    Seat,
)
from repulse.engine.display.board import Line, Span
from repulse.engine.display.keeping import Keeping
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.screen import Fact, LogLine, ScorePart
from repulse.engine.display.segments import plain, segments
from repulse.engine.display.words import engine_words


class Texts(Generic[S]):
    """The words of one game, in one language and with the players' names. A game overrides only what the defaults lack."""

    package: ClassVar[str] = ""
    """The package that contains the game's `words` folder; empty for none."""
    title: ClassVar[str] = ""
    """The name of the game in every language; empty if its id is its name."""
    shares_log_lines: ClassVar[bool] = False
    """Whether `log_line` depends only on the event and on what everybody may see, so that a line that was made for one viewer serves
    all who see the same event."""

    def __init__(self, game: Game[S], language: str = "en", names: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language if language in self.languages() else "en"
        self.names = [plain(name) for name in names]
        """The players' names; "Player 1" and so on for those without one."""
        self.marked = False
        """Whether card names are marked in texts (`mark_card`), to be split into segments for a screen."""
        self.options: Mapping[str, object] = {}
        """The options of the game that is shown: what is looked up without a position is as that game has it."""

    def with_options(self, options: Mapping[str, object]) -> Self:
        """Return the same display for a game with these options, which may have overlays."""
        display = copy.copy(self)
        display.__dict__.pop("marking", None)
        display.options = options
        return display

    def with_names(self, names: Sequence[str]) -> Self:
        """Return the same display for players of these names; empty for those without one."""
        display = copy.copy(self)
        display.__dict__.pop("marking", None)
        display.names = [plain(name) for name in names]
        return display

    @cached_property
    def marking(self) -> Self:
        """The same display with card names marked in its texts."""
        display = copy.copy(self)
        display.marked = True
        return display

    @classmethod
    @cache
    def languages(cls) -> list[str]:
        """Return the languages the game is translated into."""
        if not cls.package:
            return ["en"]
        folder = resources.files(cls.package) / "words"
        return [language for language in LANGUAGES if (folder / f"{language}.toml").is_file()]

    def player_name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return engine_words(self.language).text("player", {"n": seat + 1})

    def question_text(self, state: S, decision: Decision) -> str:
        """Return the question in plain words."""
        ident = "question.one" if decision.kind == ONE else "question.some"
        facts = {"prompt": decision.prompt, "least": decision.least, "most": decision.most}
        return engine_words(self.language).text(ident, facts)

    def option_text(self, state: S, decision: Decision, value: int) -> str:
        """Return an option in plain words."""
        return self.game.token(state, decision.domain, value)

    def brief_option(self, state: S, decision: Decision, value: int) -> str:
        """Return an option in few words, for readers who see the table beside it."""
        return self.option_text(state, decision, value)

    def option_parts(self, state: S, decision: Decision, value: int) -> tuple[str, str]:
        """Return an option for a screen: a title, and a detail (what it means, what it costs) or an empty text."""
        return self.option_text(state, decision, value), ""

    def option_price(self, state: S, decision: Decision, value: int) -> str:
        """Return what an option takes in a word or two, for a screen that shows it on the thing itself; or an empty text."""
        return ""

    def keeping(self, state: S, decision: Decision) -> Keeping | None:
        """Return how people answer with what they keep, where the rules ask what to discard; None elsewhere."""
        return None

    def answer(self, state: S, decision: Decision, chosen: Sequence[int]) -> Choice:
        """Return the answer of a person who chose some options: these, or where people choose what they keep, the rest.

        Raises:
            IllegalChoice: the options cannot be what is kept; the text says why, in the language of the display.
        """
        keeping = self.keeping(state, decision)
        if keeping is None:
            return sorted(chosen)
        for value in chosen:
            if value not in decision.options:
                raise self.in_words(state, decision, state.refusal(decision, value))
        try:
            return keeping.rest(decision, chosen)
        except IllegalChoice as error:
            raise self.in_words(state, decision, error) from error

    def choice_text(self, state: S, decision: Decision, choice: Choice) -> str:
        """Return an answer in plain words: what it chooses, or where people choose what they keep, what it keeps."""
        words = engine_words(self.language)

        def listed(values: Sequence[int]) -> str:
            titles = [self.option_parts(state, decision, value)[0] for value in values]
            return words.text("comma").join(titles) if titles else words.text("nothing")

        keeping = self.keeping(state, decision)
        if keeping is None:
            return listed(choice)
        kept, given_up = keeping.split(decision, choice)
        facts: dict[str, object] = {"kept": listed(kept), "given_up": listed(given_up)}
        return words.text("choice.exchange" if given_up else "choice.keep", facts)

    def refusal_text(self, state: S, decision: Decision, error: IllegalChoice) -> str:
        """Return why the rules refused an answer to a decision, as a sentence in the language of the display.

        A game adds sentences for reasons of its own. A reason without one is given as its id and facts.
        """
        words, key = engine_words(self.language), f"illegal.{error.reason}"
        return words.text(key, error.facts) if key in words else str(error)

    def in_words(self, state: S, decision: Decision, error: IllegalChoice) -> IllegalChoice:
        """Return the same error with its sentence for people as its text."""
        return IllegalChoice(error.reason, error.facts, self.refusal_text(state, decision, error))

    def event_name(self, event: Event) -> str:
        """Return the stable id of an event."""
        return self.game.event_kinds()[event[0]].name

    def log_text(self, state: S, event: Event) -> str:
        """Return an event (as its reader may see it) as a line of plain words; empty if it is not worth a line."""
        kind = self.game.event_kinds()[event[0]]
        facts = [f"{field} {number}" for field, number in zip(kind.fields, event[2:], strict=False)]
        return " ".join([*([self.player_name(event[1])] if event[1] >= 0 else []), kind.name, *facts])

    def event_facts(self, state: S, event: Event) -> dict[str, Fact]:
        """Return the numbers of an event (as its reader may see it) by their fields, for a screen that shows what happens.

        A game gives cards, places and other things by stable names, and a field that takes all remaining numbers as a list.
        """
        return dict(zip(self.game.event_kinds()[event[0]].fields, event[2:], strict=False))

    def log_line(self, state: S, event: Event) -> LogLine:
        """Return a log line for a screen."""
        text = self.marking.log_text(state, event)
        return {
            "seat": event[1],
            "event": self.event_name(event),
            "text": segments(text),
            "facts": self.event_facts(state, event),
        }

    def score_parts(self, state: S, seat: Seat) -> list[ScorePart]:
        """Return where a seat's points come from: lines that add up to its score."""
        points = engine_words(self.language).text("points")
        return [{"kind": "points", "source": segments(points), "amount": state.scores()[seat]}]

    def score_lines(self, state: S, seat: Seat) -> list[str]:
        """Return the score of a seat and its parts, line by line."""
        facts = {"player": self.player_name(seat), "n": state.scores()[seat]}
        return [engine_words(self.language).text("score", facts)]

    def ending_text(self, ending: str) -> str:
        """Return the fact `ending` of a finished game in plain words."""
        return ending

    def table_text(self, view: S, viewer: Seat, plain: bool = False) -> str:
        """Return the whole table as its viewer sees it; `plain` asks for no drawings."""
        shown = {key: value for key, value in view.data().items() if value not in (None, [], {})}
        return "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in shown.items())

    def brief_text(self, view: S, viewer: Seat) -> str:
        """Return the table in few words, for readers that pay for each, such as language models.

        What it leaves out can be looked up by the names of the cards that it lists.
        """
        return self.table_text(view, viewer, plain=True)

    def board(self, view: S, viewer: Seat, width: int) -> list[Line]:
        """Return the table drawn with letters for a terminal of `width` columns; as plain lines if a game has nothing better."""
        return [[Span(line)] for line in self.table_text(view, viewer).splitlines()]
