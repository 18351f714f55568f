"""The results of a league in a file: a line for each game, so that an interrupted league resumes."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from repulse.arena.league.plan import Division, Fixture, Pairing, fixtures
from repulse.arena.play import GameResult, play_game
from repulse.bots import make_bot, net_fingerprint
from repulse.engine.bot import bot_seed
from repulse.engine.contract import RepulseError, share_win
from repulse.games import game_named
from repulse.jobs.scheduler import run_in_order


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def won(self, seat: int) -> float:
        """Return the share of the win of a seat."""
        return share_win(list(self.winners), len(self.scores))[seat]


class Results:
    """All games that have been played, in memory and, if there is one, in a file.

    Games that were played with other nets than those of today stay in the file and do not count.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.played: dict[Fixture, Outcome] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError) as error:
            raise RepulseError(f"{path} cannot be read: {error}.") from error
        for number, line in enumerate(lines, 1):
            # The last line may have been cut off when the league was interrupted.
            if number == len(lines) and not line.endswith("\n"):
                path.write_text("".join(lines[:-1]), encoding="utf-8")
                break
            try:
                row = json.loads(line)
                table = Division(row["game"], row["options"], len(row["bots"]))
                fixture = Fixture(table, row["seed"], tuple(row["bots"]))
                if row.get("nets", {}) == nets_of(fixture):
                    self.played[fixture] = Outcome(tuple(row["scores"]), tuple(row["winners"]))
            except (ValueError, KeyError, TypeError) as error:
                raise RepulseError(
                    f"{path}, line {number}, is not a result of a league: {error!r}."
                ) from error

    def add(self, fixture: Fixture, outcome: Outcome) -> None:
        """Keep a result.

        Raises:
            RepulseError: The file cannot be written.
        """
        self.played[fixture] = outcome
        if self.path is None:
            return
        row = {
            "game": fixture.table.game,
            "options": fixture.table.options,
            "seed": fixture.seed,
            "bots": fixture.bots,
            "scores": outcome.scores,
            "winners": outcome.winners,
            "nets": nets_of(fixture),
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            raise RepulseError(f"{self.path} cannot be written: {error.strerror}.") from error


def nets_of(fixture: Fixture) -> dict[str, str]:
    """Return the fingerprints of the nets of a game, per bot."""
    prints = {bot: net_fingerprint(bot, fixture.table.game) for bot in fixture.bots}
    return {bot: digest for bot, digest in prints.items() if digest}


def missing(results: Results, pairings: Iterable[Pairing], seed: int) -> list[Fixture]:
    """Return the missing games of some matches, interleaved: after any interruption all are about equally far.

    Args:
        results: The games that have been played.
        pairings: The matches of the plan.
        seed: The first seed of the plan.
    """
    parts = [
        [fixture for fixture in fixtures(pairing, seed) if fixture not in results.played]
        for pairing in pairings
    ]
    places = sorted(
        ((place + 0.5) / len(part), number, place)
        for number, part in enumerate(parts)
        for place in range(len(part))
    )
    return list(dict.fromkeys(parts[number][place] for _, number, place in places))


def play_missing(
    earlier: Results,
    pairings: Sequence[Pairing],
    seed: int,
    *,
    workers: int = 0,
    seconds: float | None = None,
    cluster: str = "",
) -> Generator[Fixture]:
    """Play and store the missing games; yield each as soon as it is stored.

    Args:
        earlier: The games that have been played; new results are added to it.
        pairings: The matches of the plan.
        seed: The first seed of the plan.
        workers: The number of processes; 0 means one per core.
        seconds: Stop after this time.
        cluster: The address of a Ray cluster that plays instead.
    """
    todo = missing(earlier, pairings, seed)
    if not todo:
        return
    results = run_in_order(play_fixture, todo, len(todo), workers=workers, seconds=seconds, cluster=cluster)
    for result in results:
        number = result.facts["number"]
        assert isinstance(number, int)
        earlier.add(todo[number], Outcome(tuple(result.scores), tuple(result.winners)))
        yield todo[number]


def play_fixture(todo: Sequence[Fixture], number: int) -> GameResult:
    """Play one game of a list."""
    fixture = todo[number]
    table = fixture.table
    bots = [
        make_bot(name, table.game, bot_seed(fixture.seed, seat)) for seat, name in enumerate(fixture.bots)
    ]
    result = play_game(
        game_named(table.game),
        table.data(),
        fixture.seed,
        bots=bots,
        names=fixture.bots,
        number=number,
    )
    # There may be gaps in the results when the time is up.
    result.facts = {"number": number}
    return result
