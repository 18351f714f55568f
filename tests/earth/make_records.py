"""Make the recorded games in `records` anew: one for each way a game can end.

    PYTHONPATH=src python tests/earth/make_records.py             play the games of ENDINGS and write them
    PYTHONPATH=src python tests/earth/make_records.py --search N  find seeds for them among N games

The players of these games answer at random, so a seed makes the whole game. When a change of the rules makes the
games end otherwise, `--search` finds seeds to put into ENDINGS.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from repulse.earth.game import EarthGame
from repulse.earth.state import EarthState
from repulse.engine.answers import random_answer
from repulse.engine.contract import State
from repulse.engine.match import Match
from repulse.engine.rng import seeded

RECORDS = Path(__file__).parent / "records"
SUMS = RECORDS / "endings.json"

# What decided the game, by name of the record: players and seed.
ENDINGS: dict[str, tuple[int, int]] = {
    "most-vp-3": (3, 0),
    "most-vp-4": (4, 2),
    "most-vp-5": (5, 0),
    "hourglass-3": (3, 5),
    "hourglass-4": (4, 0),
    "hourglass-5": (5, 5),
    "two-hourglasses-4": (4, 73),
    "energy-4": (4, 292),
    "hourglass-energy-4": (4, 65),
    "ships-4": (4, 42),
    "shared-4": (4, 145),
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
    """How a game ended: hourglasses, what decided it, and the number of players."""
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


def digest(state: State) -> str:
    """A fingerprint of everything in a position."""
    return hashlib.sha256(json.dumps(state.data(), sort_keys=True).encode()).hexdigest()


def summary(match: Match) -> dict[str, object]:
    """What a replay must come to."""
    state = match.state
    return {"scores": state.scores(), "winners": state.winners(), "position": digest(state)}


def search(games: int) -> dict[str, tuple[int, int]]:
    """The first seed for each ending that is wanted."""
    found: dict[str, tuple[int, int]] = {}
    for players in (3, 4, 5):
        wanted = {name for name in ENDINGS if name.endswith(str(players))}
        for seed in range(games):
            name = ending(play(players, seed).state)
            if name in wanted:
                found[name] = (players, seed)
                wanted.remove(name)
                if not wanted:
                    break
    return found


def main() -> None:
    """Write the records, or search for seeds."""
    if sys.argv[1:2] == ["--search"]:
        for name, (players, seed) in search(int(sys.argv[2])).items():
            sys.stdout.write(f'    "{name}": ({players}, {seed}),\n')
        return
    sums = {}
    for name, (players, seed) in ENDINGS.items():
        match = play(players, seed)
        if ending(match.state) != name:
            raise SystemExit(f"The game of {name} ends as {ending(match.state)} now: find another seed.")
        (RECORDS / f"{name}.json").write_text(match.record().to_json(), encoding="utf-8")
        sums[name] = summary(match)
    SUMS.write_text(json.dumps(sums, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(sums)} games written to {RECORDS}\n")


if __name__ == "__main__":
    main()
