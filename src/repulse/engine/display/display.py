"""How a game is shown to people: its words, its table, its screen. A game overrides only what the defaults lack.

A display is made for one language and one set of player names. It works from views, so nothing hidden can get into
its texts.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from html import escape
from importlib import resources
from typing import Any, ClassVar, Generic, Self, TypedDict

from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
    Event,
    Game,
    IllegalChoice,
    RepulseError,
    S,
    Seat,
)
from repulse.engine.display.lesson import Lesson, load_lessons
from repulse.engine.display.refusals import engine_words, refusal_in
from repulse.engine.display.rulebook import Rulebook, has_rulebook, load_rulebook
from repulse.engine.display.screen import Ask, Fact, LogLine, OptionInfo, ScorePart, Target, Total, WhyNot
from repulse.engine.display.segments import plain, segments
from repulse.engine.display.words import LANGUAGES


class PlainPlayer(TypedDict):
    """What the default screen shows of a seat."""

    seat: int
    name: str
    owes: bool
    score: int


class PlainScreen(TypedDict):
    """The default screen: scores, and the table as text."""

    game: str
    mode: str
    viewer: int
    round: int
    players: list[PlainPlayer]
    table: str
    """The table in plain words, on several lines."""


class FacetValue(TypedDict):
    """One value of a facet, by its id and in words."""

    id: str
    label: str


class Facet(TypedDict):
    """Something that cards can be filtered by, with its values in their order."""

    id: str
    label: str
    values: list[FacetValue]


class CardInfo(TypedDict):
    """A card of a game, for looking up."""

    name: str
    text: str
    """What it is and does, on several lines; the first is its name."""
    facets: dict[str, list[str]]
    """What readers can filter by, such as {"set": ["base"]}: ids, not words."""


class LegendLine(TypedDict):
    """A symbol of the game, and what it means."""

    width: float
    svg: str
    """Around (0, 0), 16 high or a little more, in the colours of the page."""
    text: str


class Display(Generic[S]):
    """How one game is shown, in one language and with the players' names."""

    package: ClassVar[str] = ""
    """The package that contains the game's `words` folder; empty for none."""
    title: ClassVar[str] = ""
    """What the game is called, in every language; empty if its id is its name."""
    screen_type: ClassVar[Any] = PlainScreen
    """What `screen` returns: a TypedDict, from which the page's types are generated."""
    themes: ClassVar[tuple[str, ...]] = ()
    """The themes in which cards can be drawn; none if they are not drawn."""

    gains: ClassVar[Mapping[str, float]] = {}
    """What `gains_of` counts, with about how many points one of each is worth; less than 0 for a harm."""

    def __init__(self, game: Game[S], language: str = "en", names: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language if language in self.languages() else "en"
        self.names = [plain(name) for name in names]
        """The players' names; "Player 1" and so on for those without one."""
        self.marked = False
        """Whether card names are marked in texts (`mark_card`), to be split into segments for a screen."""

    @cached_property
    def marking(self) -> Self:
        """The same display with card names marked in its texts."""
        made = copy.copy(self)
        made.marked = True
        return made

    @classmethod
    @cache
    def languages(cls) -> list[str]:
        """The languages the game is translated into."""
        if not cls.package:
            return ["en"]
        folder = resources.files(cls.package) / "words"
        return [language for language in LANGUAGES if (folder / f"{language}.toml").is_file()]

    def player_name(self, seat: Seat) -> str:
        """What a seat is called."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return engine_words(self.language).text("player", {"n": seat + 1})

    def played(self, options: Mapping[str, object]) -> str:
        """What is played with some options (in full), as people call it: the game, and its mode if that has a name."""
        game = self.title or self.game.name
        if not self.has_rulebook():
            return game
        book = self.rulebook()
        mode = book.mode_name(book.own_mode(self.game.mode_of(options)))
        facts: dict[str, object] = {"game": game, "mode": mode}
        return game if mode == game else engine_words(self.language).text("played", facts)

    # --- questions and answers ---

    def question_text(self, state: S, decision: Decision) -> str:
        """The question in plain words."""
        ident = "question.one" if decision.kind == ONE else "question.some"
        facts = {"prompt": decision.prompt, "least": decision.least, "most": decision.most}
        return engine_words(self.language).text(ident, facts)

    def option_text(self, state: S, decision: Decision, value: int) -> str:
        """An option in plain words."""
        return self.game.token(state, decision.domain, value)

    def option_parts(self, state: S, decision: Decision, value: int) -> tuple[str, str]:
        """The same for a screen: a title, and a detail (what it means, what it costs) or nothing."""
        return self.option_text(state, decision, value), ""

    def refusal_text(self, state: S, decision: Decision, choice: Choice) -> str:
        """Why an answer is refused, in plain words; empty if it is not."""
        return refusal_in(
            self.language, state, decision, choice, lambda value: self.refuse(state, decision, value)
        )

    def refuse(self, state: S, decision: Decision, value: int) -> IllegalChoice:
        """Why a value is not among the options of a decision."""
        return state.refusal(decision, value)

    def ask(self, view: S, seat: Seat, number: int) -> Ask | None:
        """A seat's question for a screen, with everything that helps to answer it; None if it owes nothing."""
        if not 0 <= seat < view.players or not view.owing >> seat & 1:
            return None
        decision = view.decision(seat)
        sure = self.sure(view, decision)
        suggested = sure or self.suggested(view, decision)
        return {
            "number": number,
            "seat": seat,
            "prompt": decision.prompt,
            "kind": "one" if decision.kind == ONE else "some",
            "domain": decision.domain,
            "least": decision.least,
            "most": decision.most,
            "about": self.about(view, decision),
            "text": segments(self.marking.question_text(view, decision)),
            "options": [self._option(view, decision, value) for value in decision.options],
            "why_not": self.why_not(view, decision),
            "totals": self.totals(view, decision),
            "suggested": [self.game.token(view, decision.domain, value) for value in suggested],
            "sure": bool(sure),
        }

    def _option(self, view: S, decision: Decision, value: int) -> OptionInfo:
        title, detail = self.marking.option_parts(view, decision, value)
        return {
            "word": self.game.token(view, decision.domain, value),
            "title": segments(title),
            "detail": segments(detail),
            "target": self.target(view, decision, value),
        }

    def about(self, view: S, decision: Decision) -> str:
        """The card or thing that a question is about, by name; empty for none."""
        return ""

    def target(self, view: S, decision: Decision, value: int) -> Target | None:
        """What an option points to on the screen."""
        return None

    def why_not(self, view: S, decision: Decision) -> list[WhyNot]:
        """Visible things that are not offered, with the reasons."""
        return []

    def totals(self, view: S, decision: Decision) -> list[Total]:
        """The numbers that a question turns on, with what they are made of."""
        return []

    def suggested(self, view: S, decision: Decision) -> Choice:
        """A sensible answer to lay out before the player; empty where the choice should begin with nothing."""
        return []

    def sure(self, view: S, decision: Decision) -> Choice:
        """An answer by which nothing can be lost, so that it may be given without asking; empty if there is none."""
        return []

    # --- the log ---

    def event_name(self, event: Event) -> str:
        """The stable id of an event."""
        return self.game.event_kinds()[event[0]].name

    def log_text(self, state: S, event: Event) -> str:
        """An event (as its reader may see it) as a line of plain words; empty if it is not worth a line."""
        kind = self.game.event_kinds()[event[0]]
        told = [f"{field} {number}" for field, number in zip(kind.fields, event[2:], strict=False)]
        return " ".join([*([self.player_name(event[1])] if event[1] >= 0 else []), kind.name, *told])

    def event_facts(self, state: S, event: Event) -> dict[str, Fact]:
        """The numbers of an event (as its reader may see it) by their fields, for a screen that shows what happens.

        A game tells cards, places and the like by stable names, and a field that takes all numbers that remain by a list.
        """
        return dict(zip(self.game.event_kinds()[event[0]].fields, event[2:], strict=False))

    def log_line(self, state: S, event: Event) -> LogLine:
        """The same for a screen."""
        text = self.marking.log_text(state, event)
        return {
            "seat": event[1],
            "event": self.event_name(event),
            "text": segments(text),
            "facts": self.event_facts(state, event),
        }

    # --- hints ---

    def gains_of(self, after: S, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
        """What some events, after which this is the position, brought a seat: by the ids of `gains`.

        An id with `.chance` behind it says whether there was an opportunity; the text may give its `{percent}`, or that of the
        gain itself, and takes a number as `{n}` with its form by `count`.
        """
        return {}

    def reason_text(self, ident: str, facts: dict[str, object]) -> str:
        """A reason for an answer in plain words: the id is one of `gains` with `.more` or `.less`."""
        return ident

    # --- scores ---

    def score_parts(self, state: S, seat: Seat) -> list[ScorePart]:
        """Where a seat's points come from: lines that add up to its score."""
        points = engine_words(self.language).text("points")
        return [{"source": segments(points), "amount": state.scores()[seat]}]

    def score_lines(self, state: S, seat: Seat) -> list[str]:
        """The score of a seat and what it is made of, line by line."""
        facts = {"player": self.player_name(seat), "n": state.scores()[seat]}
        return [engine_words(self.language).text("score", facts)]

    def ending_text(self, ending: str) -> str:
        """The fact `ending` of a finished game in plain words."""
        return ending

    # --- the table ---

    def table_text(self, view: S, viewer: Seat, plain: bool = False) -> str:
        """The whole table as its viewer sees it; `plain` asks for no drawings."""
        shown = {key: value for key, value in view.data().items() if value not in (None, [], {})}
        return "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in shown.items())

    def html(self, view: S, viewer: Seat) -> str:
        """The table as HTML for a notebook."""
        return f"<pre>{escape(self.table_text(view, viewer))}</pre>"

    def screen(self, view: S, viewer: Seat, public: Mapping[str, Any] | None = None) -> Any:
        """The table as data, of `screen_type`; `public` is a spectator's version, if there is one already."""
        scores = view.scores()
        screen: PlainScreen = {
            "game": self.game.name,
            "mode": public["mode"] if public is not None else "",
            "viewer": viewer,
            "round": view.round_number(),
            "players": [
                {
                    "seat": seat,
                    "name": self.player_name(seat),
                    "owes": bool(view.owing >> seat & 1),
                    "score": scores[seat],
                }
                for seat in range(view.players)
            ],
            "table": self.table_text(view, viewer, plain=True),
        }
        return screen

    # --- things to look up ---

    def help_text(self, topic: str, state: S | None = None) -> str:
        """Everything about a card or similar, by its name or part of it; RepulseError if there is none."""
        wanted = topic.casefold()
        cards = self.cards(state)
        exact = [card["text"] for card in cards if card["name"].casefold() == wanted]
        found = exact or [card["text"] for card in cards if wanted in card["name"].casefold()]
        if not found:
            raise RepulseError(engine_words(self.language).text("no-topic", {"topic": topic}))
        return "\n\n".join(dict.fromkeys(found))

    def cards(self, state: S | None = None) -> list[CardInfo]:
        """Every card of the game, or of the game that a position belongs to."""
        return []

    def facets(self) -> dict[str, list[str]]:
        """What cards can be filtered by, with the values there are."""
        found: dict[str, list[str]] = {}
        for card in self.cards():
            for facet, values in card["facets"].items():
                known = found.setdefault(facet, [])
                known.extend(value for value in values if value not in known)
        return found

    def facet_words(self) -> list[Facet]:
        """The same for a screen: in words, where the game has some."""
        return [
            {
                "id": facet,
                "label": self.facet_label(facet),
                "values": [{"id": value, "label": self.facet_label(facet, value)} for value in values],
            }
            for facet, values in self.facets().items()
        ]

    def facet_label(self, facet: str, value: str = "") -> str:
        """What a facet is called, or one of its values."""
        return value or facet

    def card_svg(self, name: str, theme: str = "light") -> str:
        """A picture of a card; RepulseError if cards of this game are not drawn."""
        raise RepulseError(engine_words(self.language).text("no-picture", {"card": name}))

    def card_facts(self, name: str) -> dict[str, Any]:
        """What the page gets about a card besides its text and picture."""
        return {}

    def card_marks(self) -> list[dict[str, Any]]:
        """Drawings that the facts of many cards refer to by number, each sent once."""
        return []

    def legend(self, mode: str) -> list[LegendLine]:
        """The symbols that are used in a mode, with their meaning."""
        return []

    def gallery_html(self, names: Sequence[str]) -> str:
        """A page with the pictures of some cards; RepulseError if cards of this game are not drawn."""
        raise RepulseError(engine_words(self.language).text("no-gallery", {"game": self.game.name}))

    def rulebook_lists(self, mode: str) -> dict[str, list[str]]:
        """Lines from the game's data to show under sections of its rules, by section id."""
        return {}

    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons of the game, in their order; BadLesson if one of their files is not a lesson."""
        return load_lessons(self.package, self.game)

    @classmethod
    def has_rulebook(cls) -> bool:
        """Whether the game has a written rulebook."""
        return bool(cls.package) and has_rulebook(cls.package)

    def rulebook(self) -> Rulebook:
        """The rulebook of the game; RepulseError if it has none."""
        return load_rulebook(self.package, self.game.name, self.language, self.rulebook_lists)
