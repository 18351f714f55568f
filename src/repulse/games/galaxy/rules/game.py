"""Galaxy as a game of the engine: how to start it, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from repulse.engine import mypyc_attr
from repulse.engine.contract import (
    Choice,
    Data,
    Decision,
    Event,
    Game,
    Seat,
    State,
)
from repulse.engine.display.refusals import refusal_in
from repulse.games.galaxy.display.log_text import ending_words, event_words
from repulse.games.galaxy.display.option_text import option_words
from repulse.games.galaxy.display.phrases import galaxy_words
from repulse.games.galaxy.display.question_text import ask_words
from repulse.games.galaxy.display.refusals import refuse
from repulse.games.galaxy.display.text_table import help_text, score_lines, table_text
from repulse.games.galaxy.rules.deal import deal
from repulse.games.galaxy.rules.determinize import check_state, shuffle_hidden
from repulse.games.galaxy.rules.options import GAMES, read_options
from repulse.games.galaxy.rules.outcome import result_facts
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.tokens import value_of, word_of


@mypyc_attr(allow_interpreted_subclasses=True)
class GalaxyGame(Game):
    """Race for the Galaxy."""

    name = "galaxy"
    rules = "2"

    def __init__(self, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = list(names)
        """What the players are called; "Player 1" where there is no name."""

    def check_options(self, options: Mapping[str, object]) -> Data:
        """The options in full."""
        return read_options(options).to_data()

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> GalaxyState:
        """The first position."""
        return deal(read_options(options), seed, log)

    def configurations(self) -> list[Data]:
        """Every sort of game there is."""
        given: list[dict[str, object]] = []
        for players in (2, 3, 4):
            given.append({"game": "base", "players": players})
            given.append({"game": "base", "players": players, "deal": "two-start", "new_worlds": True})
            given.append({"game": "base", "players": players, "deal": "preset"})
        for game in ("xeno-invasion", "invasion"):
            given.extend({"game": game, "players": players} for players in (2, 3, 4, 5))
            given.append({"game": game, "players": 5, "deal": "preset"})
        for players in (2, 3, 4):
            given.append({"game": "frontier", "players": players, "xeno_invasion": False})
        for game in ("frontier", "counterstrike"):
            given.extend({"game": game, "players": players} for players in (2, 3, 4, 5))
        given.extend({"game": game, "players": 2, "experienced": True} for game in GAMES)
        return [self.check_options(options) for options in given]

    def word(self, state: State, domain: str, value: int) -> str:
        """The stable word for an option."""
        return word_of(cast(GalaxyState, state).table, domain, value)

    def value(self, state: State, domain: str, word: str) -> int:
        """The option that a word stands for."""
        return value_of(cast(GalaxyState, state).table, domain, word)

    def shuffle_hidden(self, state: State, viewer: Seat, seed: int) -> GalaxyState:
        """A copy in which every card that `viewer` cannot see is dealt anew among those he cannot see."""
        return shuffle_hidden(cast(GalaxyState, state), viewer, seed)

    def check_state(self, state: State) -> None:
        """Cards are conserved, nothing is negative that cannot be, no tableau has a card twice."""
        check_state(cast(GalaxyState, state))

    def ask_words(self, state: State, decision: Decision) -> str:
        """The question in plain words."""
        return ask_words(cast(GalaxyState, state), decision, galaxy_words(self.language), self.names)

    def option_words(self, state: State, decision: Decision, value: int) -> str:
        """An option in plain words."""
        return option_words(
            cast(GalaxyState, state), decision, value, galaxy_words(self.language), self.names
        )

    def event_words(self, state: State, event: Event) -> str:
        """An event as a line of plain words."""
        return event_words(cast(GalaxyState, state), event, galaxy_words(self.language), self.names)

    def refusal_words(self, state: State, decision: Decision, choice: Choice) -> str:
        """Why an answer is refused, in plain words; empty if it is not."""
        s, words = cast(GalaxyState, state), galaxy_words(self.language)
        return refusal_in(self.language, s, decision, choice, lambda value: refuse(s, decision, value, words))

    def score_words(self, state: State, seat: Seat) -> str:
        """The score of a seat and what it is made of, on several lines."""
        return "\n".join(self.score_lines(state, seat))

    def score_lines(self, state: State, seat: Seat) -> list[str]:
        """The same, line by line."""
        return score_lines(cast(GalaxyState, state), seat, galaxy_words(self.language), self.names)

    def result_facts(self, state: State) -> Data:
        """How a game ended and what each seat had in the end, for those who study many games."""
        return result_facts(cast(GalaxyState, state))

    def ending_words(self, ending: str) -> str:
        """The fact `ending` of a game in plain words."""
        return ending_words(ending, galaxy_words(self.language))

    def table_words(self, view: State, viewer: Seat, plain: bool = False) -> str:
        """The whole table as its viewer sees it; it has no drawings, so that it is always plain."""
        return table_text(view, viewer, galaxy_words(self.language), self.names)

    def help_words(self, topic: str, state: State | None = None) -> str:
        """All about a card or an action card, by its name or the beginning of it; RepulseError if there is none."""
        return help_text(topic, state, galaxy_words(self.language))
