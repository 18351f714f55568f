"""Record the games in `records` again: one for each way each game can end.

    PYTHONPATH=src python -m tests.games.galaxy.make_records

The players are bots, so a seed makes the whole game. For each ending the seed of the record that is there is tried
first, then others, until a game ends that way. A game that ends in several ways at once has all of them in its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.golden import write_records

from repulse.bots import make_bot
from repulse.engine.bot import Bot, answer_of, bot_seed
from repulse.engine.contract import (
    Choice,
    Data,
    Decision,
    State,
)
from repulse.engine.match import Match
from repulse.engine.record import read_record
from repulse.games.galaxy.codes import action
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.phases.conquest import ATTACK, GIVE_UP, may_attack
from repulse.games.galaxy.rules.phases.rounds import (
    END_CONQUEST_VALUE,
    END_DEFEAT,
    END_POOL,
    END_REPULSE,
    END_SYSTEMS,
    END_TABLEAU,
    endings_of,
)
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import STAGE_CONQUEST

RECORDS = Path(__file__).parent / "records"
MAX_SEEDS = 4000

ENDING_NAMES = {
    END_POOL: "pool",
    END_TABLEAU: "tableau",
    END_REPULSE: "repulse",
    END_DEFEAT: "defeat",
    END_CONQUEST_VALUE: "value",
    END_SYSTEMS: "systems",
}


@dataclass(frozen=True)
class Wanted:
    """A game that is wanted: its options and its players."""

    options: Data
    bot: str


def _wanted() -> dict[str, Wanted]:
    """Return every ending by name, and a table at which it can be had."""
    games: dict[str, Wanted] = {}
    for game in ("base", "xeno-invasion"):
        for way in ("pool", "tableau", "pool-tableau"):
            games[f"{game}-{way}"] = Wanted({"game": game, "players": 2 if "-" in way else 4}, "sensible")
    for way in ("repulse", "defeat", "pool", "tableau"):
        games[f"invasion-{way}"] = Wanted(
            {"game": "invasion", "players": 5 if way == "pool" else 3}, "sensible"
        )
    games["frontier-pool"] = Wanted({"game": "frontier", "players": 4, "xeno_invasion": False}, "sensible")
    games["frontier-tableau"] = Wanted({"game": "frontier", "players": 2}, "random")
    games["counterstrike-defeat"] = Wanted({"game": "counterstrike", "players": 3}, "random")
    games["counterstrike-pool"] = Wanted({"game": "counterstrike", "players": 2}, "sensible")
    games["counterstrike-conquest-pool"] = Wanted({"game": "counterstrike", "players": 3}, "sensible")
    games["counterstrike-conquest-value"] = Wanted({"game": "counterstrike", "players": 2}, "sensible")
    games["counterstrike-conquest-systems"] = Wanted(
        {"game": "counterstrike", "players": 2, "experienced": True}, "marching"
    )
    return games


WANTED = _wanted()


class Marching(Bot):
    """A sensible player who leaves the pool alone and marches on the Xenos whenever he can."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.sense = make_bot("sensible", "galaxy", seed)

    def choose(self, view: State, decision: Decision) -> Choice:
        """Attack where that is offered, else what a sensible player does."""
        assert isinstance(view, GalaxyState)
        options = decision.options
        if decision.prompt == "conquest.choice" and ATTACK in options:
            return [ATTACK]
        if decision.prompt == "conquest.means":
            return [next(option for option in options if option != GIVE_UP)]
        if decision.prompt == "produce.contribute":
            return []
        choice = self.sense.choose(view, decision)
        if decision.prompt == "actions":
            return self._actions(view, decision, choice)
        return choice

    def _actions(self, view: GalaxyState, decision: Decision, choice: Choice) -> Choice:
        first, second = choice
        if first == action.CONSUME_2X or second == action.CONSUME_2X:
            first, second = action.EXPLORE_5, action.TRADE
        if _could_attack(view, decision.seat) and action.FRONTIER in decision.options:
            others = [act for act in (first, second) if act not in (action.SETTLE, action.FRONTIER)]
            return sorted([action.FRONTIER, others[0] if others else action.DEVELOP])
        return sorted([first, second])


def _could_attack(view: GalaxyState, seat: int) -> bool:
    return view.war is not None and view.war.stage == STAGE_CONQUEST and may_attack(view, seat)


def bots_for(request: Wanted, players: int, seed: int) -> list[Bot]:
    """Return the players of a game."""
    seeds = [bot_seed(seed, seat) for seat in range(players)]
    if request.bot == "marching":
        return [Marching(seed_of_bot) for seed_of_bot in seeds]
    return [make_bot(request.bot, "galaxy", seed_of_bot) for seed_of_bot in seeds]


def play(request: Wanted, seed: int) -> Match:
    """Return a game between bots."""
    match = Match(GalaxyGame(), request.options, seed)
    bots = bots_for(request, match.state.players, seed)
    while match.state.owing:
        seat = match.state.seats_owing()[0]
        match.answer(seat, answer_of(bots[seat], match.state, match.state.decision(seat)))
    return match


def ending(match: Match) -> str:
    """Return the name of the way in which a match ended."""
    s = match.state
    assert isinstance(s, GalaxyState)
    assert s.over
    words = [str(match.options["game"])]
    if s.war is not None and s.war.stage == STAGE_CONQUEST:
        words.append("conquest")
    bits = endings_of(s)
    return "-".join(words + [word for bit, word in ENDING_NAMES.items() if bits & bit])


def seeds_for(name: str) -> Iterator[int]:
    """Return the seed of the record that is there, then all others."""
    path = RECORDS / f"{name}.json"
    if path.exists():
        yield read_record(path.read_text(encoding="utf-8")).seed
    yield from range(MAX_SEEDS)


def find(name: str) -> Match:
    """Return a game that ends as its name says."""
    for seed in seeds_for(name):
        match = play(WANTED[name], seed)
        if ending(match) == name:
            return match
    raise SystemExit(f"None of {MAX_SEEDS} games ends as {name}.")


def main() -> None:
    """Write the records."""
    write_records(RECORDS, ((name, find(name)) for name in WANTED))


if __name__ == "__main__":
    main()
