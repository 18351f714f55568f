"""Record the games in `records` again: one for each way a game can end.

    PYTHONPATH=src python -m tests.games.earth.make_records             play the games of ENDINGS and write them
    PYTHONPATH=src python -m tests.games.earth.make_records --search N  find seeds for them among N games

The players of these games answer at random, so a seed makes the whole game. When a change of the rules makes the
games end otherwise, `--search` finds seeds to put into ENDINGS.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.golden import write_records

from repulse.engine.answers import random_answer
from repulse.engine.contract import State
from repulse.engine.match import Match
from repulse.engine.random import seeded
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState

RECORDS = Path(__file__).parent / "records"

# The reason why the game was decided, by name of the record: players and seed.
ENDINGS: dict[str, tuple[int, int]] = {
    "most-vp-3": (3, 0),
    "most-vp-4": (4, 1),
    "most-vp-5": (5, 0),
    "hourglass-3": (3, 6),
    "hourglass-4": (4, 0),
    "hourglass-5": (5, 3),
    "two-hourglasses-4": (4, 2),
    "energy-4": (4, 423),
    "hourglass-energy-4": (4, 16),
    "ships-4": (4, 902),
    "shared-4": (4, 351),
}


def play(players: int, seed: int) -> Match:
    """A game between players who answer at random."""
    match = Match(EarthGame(), {"players": players}, seed)
    stream = seeded(seed + 1)
    while match.state.owing:
        owing = match.state.seats_owing()
        seat = owing[stream.below(len(owing))]
        match.answer(seat, random_answer(match.state.decision(seat), stream))
    return match


def ending(state: State) -> str:
    """Return the end of a game: hourglasses, what decided it, and the number of players."""
    assert isinstance(state, EarthState)
    assert state.over
    names = []
    if state.set_aside:
        names.append("hourglass" if len(state.set_aside) == 1 else "two-hourglasses")
    top = [seat for seat in range(state.players) if state.vp[seat] == max(state.vp)]
    rich = [seat for seat in top if state.energy[seat] == max(state.energy[seat] for seat in top)]
    if len(state.winners()) > 1:
        names.append("shared")
    elif len(rich) > 1:
        names.append("ships")
    elif len(top) > 1:
        names.append("energy")
    elif not names:
        names.append("most-vp")
    return "-".join([*names, str(state.players)])


def search(games: int) -> dict[str, tuple[int, int]]:
    """The first seed for each ending that is wanted."""
    seeds: dict[str, tuple[int, int]] = {}
    for players in (3, 4, 5):
        missing = {name for name in ENDINGS if name.endswith(str(players))}
        for seed in range(games):
            name = ending(play(players, seed).state)
            if name in missing:
                seeds[name] = (players, seed)
                missing.remove(name)
                if not missing:
                    break
    return seeds


def games() -> Iterator[tuple[str, Match]]:
    """The game of each ending."""
    for name, (players, seed) in ENDINGS.items():
        match = play(players, seed)
        if ending(match.state) != name:
            raise SystemExit(f"The game of {name} ends as {ending(match.state)} now: find another seed.")
        yield name, match


def main() -> None:
    """Write the records, or search for seeds."""
    if sys.argv[1:2] == ["--search"]:
        for name, (players, seed) in search(int(sys.argv[2])).items():
            sys.stdout.write(f'    "{name}": ({players}, {seed}),\n')
    else:
        write_records(RECORDS, games())


if __name__ == "__main__":
    main()
