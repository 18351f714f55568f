"""The rules of galaxy, as an engine `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from repulse.engine import mypyc_attr
from repulse.engine.contract import (
    ROUND_LIMIT,
    BadOptions,
    Data,
    Event,
    EventKind,
    Game,
    GameMode,
    Memory,
    Prompt,
    RepulseError,
    Seat,
)
from repulse.games.galaxy.cards import changes_of
from repulse.games.galaxy.codes import events, prompts
from repulse.games.galaxy.rules.deal import check_cards, deal
from repulse.games.galaxy.rules.determinize import check_state, determinize, reopen
from repulse.games.galaxy.rules.memory import GalaxyMemory
from repulse.games.galaxy.rules.options import DEALS, GAMES, read_options
from repulse.games.galaxy.rules.outcome import result_facts
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.tokens import value_of, word_of

_MAX_PLAYERS: Final = 5
_ROUND_LIMIT: Final = 100
_FLAGS: Final = ("new_worlds", "experienced")


@mypyc_attr(allow_interpreted_subclasses=True)
class GalaxyGame(Game[GalaxyState]):
    """Race for the Galaxy."""

    def __init__(self) -> None:
        super().__init__("galaxy", "4")

    def check_options(self, options: Mapping[str, object]) -> Data:
        """Return the options in full."""
        full = read_options(options)
        if full.overlays:
            check_cards(full)
        return full.to_data()

    def check_public_options(self, options: Mapping[str, object]) -> Data:
        """Return the complete options; nobody lays out the cards of a game with other people."""
        if "arrangement" in options:
            raise BadOptions("Cards cannot be laid out by hand in a room.")
        return self.check_options(options)

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> GalaxyState:
        """Return the opening position."""
        return deal(read_options(options), seed, log)

    def configurations(self) -> list[Data]:
        """Return every configuration of the game."""
        configurations: list[dict[str, object]] = []
        for players in (2, 3, 4):
            configurations.append({"game": "base", "players": players})
            configurations.append(
                {"game": "base", "players": players, "deal": "two-start", "new_worlds": True}
            )
            configurations.append({"game": "base", "players": players, "deal": "preset"})
        for game in ("xeno-invasion", "invasion"):
            configurations.extend({"game": game, "players": players} for players in (2, 3, 4, 5))
            configurations.append({"game": game, "players": 5, "deal": "preset"})
        for players in (2, 3, 4):
            configurations.append({"game": "frontier", "players": players, "xeno_invasion": False})
        for game in ("frontier", "counterstrike"):
            configurations.extend({"game": game, "players": players} for players in (2, 3, 4, 5))
        configurations.extend({"game": game, "players": 2, "experienced": True} for game in GAMES)
        return [self.check_options(options) for options in configurations]

    def modes(self) -> list[GameMode]:
        """Return the five games."""
        return [self._mode(name) for name in GAMES]

    def _mode(self, name: str) -> GameMode:
        numbers = [count for count in range(1, _MAX_PLAYERS + 1) if self._is_game(name, count)]
        return GameMode(
            name,
            {"game": name},
            numbers,
            deals=[
                deal for deal in DEALS if any(self._is_game(name, count, "deal", deal) for count in numbers)
            ],
            flags=[
                flag for flag in _FLAGS if any(self._is_game(name, count, flag, True) for count in numbers)
            ],
        )

    def _is_game(self, name: str, players: int, key: str = "game", value: object = "") -> bool:
        try:
            self.check_options({key: value, "game": name, "players": players})
        except RepulseError:
            return False
        return True

    def mode_of(self, options: Mapping[str, object]) -> str:
        """Return the one of the five games that is played."""
        return str(options.get("game", GAMES[0]))

    def overlay_sizes(self, options: Mapping[str, object]) -> dict[str, int]:
        """Return the overlays of some options, and how many changes each makes."""
        return {overlay.name: len(changes_of(overlay)) for overlay in read_options(options).overlays}

    def round_limit(self, options: Mapping[str, object]) -> int:
        """Return a generous limit: players who never place or consume could go on forever; random players need at most about 50 rounds."""
        return ROUND_LIMIT if self.mode_of(options) == "counterstrike" else _ROUND_LIMIT

    def prompts(self) -> list[Prompt]:
        """Return every question."""
        return prompts.PROMPTS

    def event_kinds(self) -> list[EventKind]:
        """Return every kind of event."""
        return events.TABLE

    def token(self, state: GalaxyState, domain: str, value: int) -> str:
        """Return the stable word for an option."""
        return word_of(state.cards, domain, value)

    def from_token(self, state: GalaxyState, domain: str, token: str) -> int:
        """Return the option that a word stands for."""
        return value_of(state.cards, domain, token)

    def determinize(
        self, view: GalaxyState, seed: int, memory: Memory[GalaxyState] | None = None
    ) -> GalaxyState:
        """Return a complete position consistent with a view."""
        return determinize(view, seed, memory if isinstance(memory, GalaxyMemory) else None)

    def reopen(self, state: GalaxyState, viewer: Seat) -> None:
        """Let the other seats owe their secret answers again."""
        reopen(state, viewer)

    def memory(self) -> GalaxyMemory:
        """Return an empty memory, for one player in one game."""
        return GalaxyMemory()

    def check_state(self, state: GalaxyState) -> None:
        """Check that cards are conserved, counts are not negative, and no tableau has a card twice."""
        check_state(state)

    def result_facts(self, state: GalaxyState) -> Data:
        """Return how a game ended and what each seat had at the end, for statistics."""
        return result_facts(state)
