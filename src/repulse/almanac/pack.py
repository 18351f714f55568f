"""Condensing sums to the data that ships: one file per game, which `repulse.almanac.shipped` and the page read.

Figures per card are kept for every configuration. Company and start worlds are kept per mode, over all numbers of players:
they need more games, and would fill most of the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from repulse.almanac.sums import WIN, Sums
from repulse.engine.contract import Data, RepulseError
from repulse.files import write_atomically

FORMAT: Final = 1
MAX_BYTES: Final = 1_500_000
"""The largest size of all files together."""
PERIODS: Final = (1, 3, 5, 7, 9, 11)
"""The first round of each period in which things are counted; the last has no end."""
MIN_PAIR_SEATS: Final = 30
"""Pairs that fewer seats used are left out."""
MIN_START_SEATS: Final = 20
"""Start worlds with which fewer seats used a thing are left out."""
COMPANY: Final = 8
"""The number of best and of worst companions that are kept of each thing."""


def read_folders(folders: Sequence[Path]) -> list[Sums]:
    """Return the sums in some folders; those of the same configuration are added.

    Raises:
        RepulseError: There are none, or they cannot be added.
    """
    by_name: dict[str, Sums] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.npz")):
            sums = Sums.read(path)
            if path.stem in by_name:
                by_name[path.stem].add(sums)
            else:
                by_name[path.stem] = sums
    if not by_name:
        raise RepulseError(f"There are no sums in {', '.join(map(str, folders))}.")
    return list(by_name.values())


def pack(sums: Iterable[Sums]) -> dict[str, Data]:
    """Return the data of each game."""
    by_game: dict[str, list[Sums]] = {}
    for entry in sums:
        by_game.setdefault(entry.head["game"], []).append(entry)
    return {game: _Packer(several).to_data() for game, several in by_game.items()}


def encode(data: Data) -> str:
    """Return the data of a game as the text of its file."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_packed(packed: dict[str, Data], folder: Path) -> int:
    """Write the files of all games to a folder; return how many bytes they take together.

    Raises:
        RepulseError: They are too large to be shipped, or cannot be written.
    """
    texts = {f"{game}.json": encode(data) for game, data in packed.items()}
    size = sum(len(text.encode()) for text in texts.values())
    if size > MAX_BYTES:
        raise RepulseError(f"The almanac takes {size:,} bytes; at most {MAX_BYTES:,} are shipped.")
    for name, text in texts.items():
        write_atomically(folder / name, text)
    return size


class _Words:
    """The words of a column over all configurations, in which they have different numbers."""

    def __init__(self, lists: Iterable[Sequence[str]]) -> None:
        self.words = list(dict.fromkeys(word for words in lists for word in words))
        self._numbers = {word: number for number, word in enumerate(self.words)}

    def gather(self, array: Any, words: Sequence[str], axis: int = 0) -> Any:
        """Return sums by the words of a configuration as sums by all words."""
        shape = list(array.shape)
        shape[axis] = len(self.words)
        gathered = np.zeros(shape, array.dtype)
        index: list[Any] = [slice(None)] * array.ndim
        index[axis] = [self._numbers[word] for word in words]
        gathered[tuple(index)] = array
        return gathered


@dataclass(frozen=True)
class _Weighted:
    """Sums over several configurations with different numbers of players."""

    seats: Any
    won: Any
    even: Any
    """The wins with even shares."""


class _Packer:
    """The sums of all configurations of a game as data."""

    def __init__(self, sums: Sequence[Sums]) -> None:
        self._sums = sorted(sums, key=lambda entry: entry.head["players"])
        self._modes = list(dict.fromkeys(entry.head["mode"] for entry in sums))
        self._head = sums[0].head
        for entry in sums:
            for key in ("bot", "rules", "sources"):
                if entry.head[key] != self._head[key]:
                    raise RepulseError(f"The sums of {self._head['game']} differ in {key}.")
        keys = list(dict.fromkeys(key for entry in sums for key in entry.head["words"]))
        self._words = {key: _Words(entry.head["words"].get(key, []) for entry in sums) for key in keys}

    def to_data(self) -> Data:
        """Return everything."""
        return {
            "format": FORMAT,
            "game": self._head["game"],
            "rules": self._head["rules"],
            "bot": self._head["bot"],
            "sources": self._head["sources"],
            "periods": list(PERIODS),
            "words": {key: words.words for key, words in self._words.items()},
            "configurations": [
                self._configuration(entry)
                for mode in self._modes
                for entry in self._sums
                if entry.head["mode"] == mode
            ],
            "modes": {mode: self._mode(mode) for mode in self._modes},
        }

    # --- a configuration ---

    def _configuration(self, sums: Sums) -> Data:
        arrays = sums.arrays
        rounds = arrays["rounds"]
        return {
            "mode": sums.head["mode"],
            "players": sums.head["players"],
            "games": sums.games,
            "unfinished": int(arrays["games"][1]),
            "rounds": [[i, int(n)] for i, n in enumerate(rounds) if n],
            "seats": [_cell(row) for row in arrays["seats"]],
            "strategies": [_cell(row) for row in arrays.get("strategies", ())],
            "choices": {
                name: self._sparse(sums, arrays[f"choices/{name}"], f"seats/{name}")
                for name in _names(arrays, "choices/")
            },
            "actions": {
                name: self._by_period(sums, arrays[f"rounds/{name}"], name)
                for name in _names(arrays, "rounds/")
            },
            "things": {table: self._things(sums, table) for table in _tables(arrays)},
        }

    def _sparse(self, sums: Sums, array: Any, key: str) -> list[list[int]]:
        """Return rows of a word, seats, wins and score; those without seats are left out."""
        gathered = self._words[key].gather(array, sums.head["words"][key])
        return [[int(i), *_cell(gathered[i])] for i in np.flatnonzero(gathered[:, 0])]

    def _by_period(self, sums: Sums, array: Any, key: str) -> list[list[int]]:
        """Return rows of a word, then seats and wins per period."""
        periods = self._words[key].gather(_periods(array), sums.head["words"][key], 1)
        used = np.flatnonzero(periods[:, :, 0].sum(axis=0))
        return [[int(i), *(number for row in periods[:, i] for number in _cell(row))] for i in used]

    def _things(self, sums: Sums, table: str) -> Data:
        """Return seats and wins of each column for each thing, and those per period of a column of rounds."""
        arrays, words = sums.arrays, self._words[_thing_key(sums, table)]
        own = sums.head["words"][_thing_key(sums, table)]
        fields = {
            name: words.gather(arrays[f"things/{table}/{name}"], own)
            for name in _names(arrays, f"things/{table}/")
        }
        used = np.flatnonzero(np.sum([field[:, 0] for field in fields.values()], axis=0))
        when = {
            name: words.gather(arrays[f"when/{table}/{name}"].swapaxes(0, 1), own, 1)
            for name in _names(arrays, f"when/{table}/")
        }
        rounds = np.arange(len(arrays["rounds"]))
        return {
            "things": used.tolist(),
            "fields": {
                name: [number for i in used for number in _cell(field[i])] for name, field in fields.items()
            },
            "when": {
                name: [[number for row in _periods(by_round[:, i]) for number in _cell(row)] for i in used]
                for name, by_round in when.items()
            },
            "rounds": {
                name: [int((rounds * by_round[:, i, 0]).sum()) for i in used]
                for name, by_round in when.items()
            },
        }

    # --- a mode ---

    def _mode(self, mode: str) -> Data:
        """Return what is counted over all numbers of players: company, and start worlds."""
        sums = [entry for entry in self._sums if entry.head["mode"] == mode]
        names = _names(sums[0].arrays, "pairs/")
        first = next(iter(_names(sums[0].arrays, "strategies/")), "")
        strategies = sums[0].head["strategies"]
        if any(entry.head["strategies"] != strategies for entry in sums):
            raise RepulseError(f"The sums of {mode} differ in their strategies.")
        return {
            "strategies": _strategies(strategies),
            "company": {name.split("/")[0]: self._company(sums, name) for name in names},
            "start": {name.split("/")[0]: self._start(sums, name, first) for name in names if first},
            "strategies_by_start": self._strategies_by_start(sums, first) if first else [],
        }

    def _weighted(self, sums: Sequence[Sums], name: str, keys: Sequence[str]) -> _Weighted:
        """Return the sums of an array over several configurations; `keys` are the words of its axes."""
        seats: Any = 0
        won: Any = 0
        even: Any = 0
        for entry in sums:
            array = entry.arrays[name]
            for axis, key in enumerate(keys):
                if key:
                    array = self._words[key].gather(array, entry.head["words"][key], axis)
            seats = seats + array[..., 0]
            won = won + array[..., 1] / WIN
            even = even + array[..., 0] / entry.head["players"]
        return _Weighted(seats, won, even)

    def _company(self, sums: Sequence[Sums], name: str) -> list[list[list[int]]]:
        """Return the best and worst companions of each thing.

        Each is a row of a thing, the number of seats that used both, their wins relative to an even share (in tenths of a percent),
        the wins to be expected from both apart, and half the width of the interval.
        """
        table = name.split("/")[0]
        key = _thing_key(sums[0], table)
        pairs = self._weighted(sums, f"pairs/{name}", [key, key])
        alone = self._weighted(sums, f"things/{name}", [key])
        seats, won, even = (part + part.T for part in (pairs.seats, pairs.won, pairs.even))
        expected = expected_wins(seats, even, alone)
        companions = []
        for thing in range(len(seats)):
            others = np.flatnonzero(seats[thing] >= MIN_PAIR_SEATS)
            rows = [
                (
                    int(other),
                    int(seats[thing, other]),
                    won[thing, other],
                    even[thing, other],
                    expected[thing, other],
                )
                for other in others
                if other != thing
            ]
            companions.append(_best_and_worst(rows))
        return companions

    def _start(self, sums: Sequence[Sums], name: str, first: str) -> list[list[list[int]]]:
        """Return, per thing, rows of a start world, the seats that used it from there, and their relative wins."""
        key = _thing_key(sums[0], name.split("/")[0])
        cells = self._weighted(sums, f"start/{name}", [key, f"seats/{first}"])
        return [
            [
                [start, int(cells.seats[thing, start]), *_relative(cells, (thing, start))]
                for start in np.flatnonzero(cells.seats[thing] >= MIN_START_SEATS).tolist()
            ]
            for thing in range(len(cells.seats))
        ]

    def _strategies_by_start(self, sums: Sequence[Sums], first: str) -> list[list[int]]:
        """Return rows of a start world, a strategy, seats and their relative wins."""
        cells = self._weighted(sums, f"strategies/{first}", [f"seats/{first}", ""])
        return [
            [start, strategy, int(cells.seats[start, strategy]), *_relative(cells, (start, strategy))]
            for start, strategy in np.argwhere(cells.seats >= MIN_START_SEATS).tolist()
        ]


def _strategies(data: Mapping[str, Any]) -> list[Data]:
    """Return the sources of points of which each strategy has clearly more than others, and the share of every source."""
    return [
        {
            "sources": [] if name.startswith("mixed") else name.partition(" (")[0].split(" and "),
            "shares": center,
        }
        for name, center in zip(data.get("names", ()), data.get("centers", ()), strict=True)
    ]


def expected_wins(seats: Any, even: Any, alone: _Weighted) -> Any:
    """Return the wins of seats that used two things, if each did what it does apart: log odds are added.

    Args:
        seats: The number of seats that used both things.
        even: Their wins with even shares.
        alone: The seats that used each of the two.
    """
    rate = (alone.won + 0.5 * _share(alone.even, alone.seats)) / (alone.seats + 0.5)
    logit = np.log(np.clip(rate, 1e-3, 0.999) / (1 - np.clip(rate, 1e-3, 0.999)))
    base = np.clip(_share(even, seats), 1e-3, 0.999)
    own = np.clip(_share(alone.even, alone.seats), 1e-3, 0.999)
    lift = logit - np.log(own / (1 - own))
    odds = np.log(base / (1 - base)) + lift[:, None] + lift[None, :]
    return seats / (1 + np.exp(-odds))


def _share(part: Any, whole: Any) -> Any:
    return np.divide(part, whole, out=np.full(np.shape(whole), 0.5), where=np.asarray(whole) > 0)


def _best_and_worst(rows: list[tuple[int, int, float, float, float]]) -> list[list[int]]:
    """Return the companions with which a thing does most above and below what is expected, by standard errors."""

    def surprise(row: tuple[int, int, float, float, float]) -> float:
        _, seats, won, _, expected = row
        return float((won - expected) / np.sqrt(max(expected * (1 - expected / seats), 1e-9)))

    order = sorted(rows, key=surprise)
    best = [row for row in reversed(order[-COMPANY:]) if surprise(row) > 0]
    worst = [row for row in order[:COMPANY] if surprise(row) < 0]
    return [
        [
            other,
            seats,
            round(1000 * won / even),
            round(1000 * expected / even),
            round(1000 * half_width(won, seats) * seats / even),
        ]
        for other, seats, won, even, expected in [*best, *worst]
    ]


def half_width(won: float, seats: float) -> float:
    """Return half the width of the 95% interval of a win rate."""
    rate = min(1.0, (won + 1) / (seats + 2))
    return float(1.96 * np.sqrt(rate * (1 - rate) / seats))


def _relative(cells: _Weighted, index: tuple[int, ...]) -> list[int]:
    """Return wins relative to an even share and half the width of the interval, in tenths of a percent."""
    seats, won, even = cells.seats[index], cells.won[index], cells.even[index]
    return [round(1000 * won / even), round(1000 * half_width(won, seats) * seats / even)]


def _periods(array: Any) -> Any:
    """Return sums per round, the first axis, as sums per period."""
    # Round 0 is that of what happens before the first.
    starts = [0, *PERIODS[1:]]
    return np.add.reduceat(array, starts, axis=0)


def _cell(row: Any) -> list[int]:
    """Return seats, wins (as whole games) and, if there is one, the score."""
    return [int(row[0]), round(int(row[1]) / WIN), *(int(number) for number in row[2:])]


def _names(arrays: dict[str, Any], prefix: str) -> list[str]:
    return [name.removeprefix(prefix) for name in arrays if name.startswith(prefix)]


def _tables(arrays: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name.split("/")[0] for name in _names(arrays, "things/")))


def _thing_key(sums: Sums, table: str) -> str:
    """Return the key of the words of a table of things."""
    keys: Iterable[str] = sums.head["words"]
    return next(key for key in keys if key.startswith(f"{table}/"))
