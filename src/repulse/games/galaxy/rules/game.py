"""The rules of galaxy, as an engine `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from repulse.engine import mypyc_attr
from repulse.engine.contract import (
    ROUND_LIMIT,
    Data,
    Decision,
    Event,
    EventKind,
    Game,
    Memory,
    Mode,
    Prompt,
    RepulseError,
    Seat,
)
from repulse.engine.features import FeatureLayout, FeatureWriter
from repulse.engine.picks import ActionSpace
from repulse.engine.study import StudyTable
from repulse.games.galaxy.rules.action_space import action_space
from repulse.games.galaxy.rules.codes import events, prompts
from repulse.games.galaxy.rules.deal import deal
from repulse.games.galaxy.rules.determinize import check_state, determinize, reopen
from repulse.games.galaxy.rules.features import GalaxyWriter, layout_of
from repulse.games.galaxy.rules.memory import GalaxyMemory, memory_layout
from repulse.games.galaxy.rules.options import DEALS, GAMES, read_options
from repulse.games.galaxy.rules.outcome import result_facts
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.study import study, study_tables
from repulse.games.galaxy.rules.tokens import value_of, word_of

_MOST_PLAYERS: Final = 5
_ROUND_LIMIT: Final = 100
_FLAGS: Final = ("new_worlds", "experienced")


@mypyc_attr(allow_interpreted_subclasses=True)
class GalaxyGame(Game[GalaxyState]):
    """Race for the Galaxy."""

    def __init__(self) -> None:
        super().__init__("galaxy", "3")

    def check_options(self, options: Mapping[str, object]) -> Data:
        """The options in full."""
        return read_options(options).to_data()

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> GalaxyState:
        """The opening position."""
        return deal(read_options(options), seed, log)

    def configurations(self) -> list[Data]:
        """Every configuration of the game."""
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

    def modes(self) -> list[Mode]:
        """The five games."""
        return [self._mode(name) for name in GAMES]

    def _mode(self, name: str) -> Mode:
        numbers = [count for count in range(1, _MOST_PLAYERS + 1) if self._is_game(name, count)]
        return Mode(
            name,
            {"game": name},
            numbers,
            [deal for deal in DEALS if any(self._is_game(name, count, "deal", deal) for count in numbers)],
            [flag for flag in _FLAGS if any(self._is_game(name, count, flag, True) for count in numbers)],
        )

    def _is_game(self, name: str, players: int, key: str = "game", value: object = "") -> bool:
        try:
            self.check_options({key: value, "game": name, "players": players})
        except RepulseError:
            return False
        return True

    def mode_of(self, options: Mapping[str, object]) -> str:
        """Which of the five games is played."""
        return str(options.get("game", GAMES[0]))

    def round_limit(self, options: Mapping[str, object]) -> int:
        """Players who never place or consume could go on forever; random players need at most about 50 rounds."""
        return ROUND_LIMIT if self.mode_of(options) == "counterstrike" else _ROUND_LIMIT

    def prompts(self) -> list[Prompt]:
        """Every question."""
        return prompts.PROMPTS

    def event_kinds(self) -> list[EventKind]:
        """Every kind of event."""
        return events.TABLE

    def token(self, state: GalaxyState, domain: str, value: int) -> str:
        """The stable word for an option."""
        return word_of(state.cards, domain, value)

    def from_token(self, state: GalaxyState, domain: str, token: str) -> int:
        """The option that a word stands for."""
        return value_of(state.cards, domain, token)

    def determinize(
        self, view: GalaxyState, seed: int, memory: Memory[GalaxyState] | None = None
    ) -> GalaxyState:
        """A complete position consistent with a view."""
        return determinize(view, seed, memory if isinstance(memory, GalaxyMemory) else None)

    def reopen(self, state: GalaxyState, viewer: Seat) -> None:
        """Let the other seats owe their secret answers again."""
        reopen(state, viewer)

    def memory(self) -> GalaxyMemory:
        """An empty memory, for one player in one game."""
        return GalaxyMemory()

    def memory_layout(self, state: GalaxyState) -> FeatureLayout:
        """What the numbers of a memory mean."""
        return memory_layout(state)

    # --- for learners ---

    def action_space(self, state: GalaxyState) -> ActionSpace:
        """The actions of the configuration."""
        return action_space(state)

    def feature_layout(self, state: GalaxyState) -> FeatureLayout:
        """What the numbers of a position mean."""
        return layout_of(state).layout

    def features(self, view: GalaxyState, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write a position as numbers."""
        GalaxyWriter(self, view).write(view, decision, picked, out)

    def feature_writer(self, state: GalaxyState) -> FeatureWriter:
        """What writes the numbers of one game as it goes on."""
        return GalaxyWriter(self, state)

    # --- for tests and studies ---

    def check_state(self, state: GalaxyState) -> None:
        """Check that cards are conserved, counts are not negative, and no tableau has a card twice."""
        check_state(state)

    def result_facts(self, state: GalaxyState) -> Data:
        """How a game ended and what each seat had at the end, for statistics."""
        return result_facts(state)

    def study_tables(self, state: GalaxyState) -> list[StudyTable]:
        """Seats, cards and actions."""
        return study_tables(state.cards)

    def study(self, state: GalaxyState, log: list[Event], tables: list[list[int]]) -> None:
        """Add the rows of a finished game."""
        study(state, log, tables)
