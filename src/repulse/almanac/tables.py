"""The tables of an almanac: cards, start worlds, strategies, actions and seats, for any choice of configurations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from repulse.almanac.figures import Figure, difference
from repulse.engine.contract import RepulseError


@dataclass
class ThingRow:
    """The figures of a card, or another thing that seats use."""

    name: str
    seats: float = 0
    """The seats of all games in which it could be used."""
    even: float = 0
    won: float = 0
    fields: dict[str, Figure] = field(default_factory=dict)
    """The seats that saw it, held it, placed it."""
    rounds: float = 0
    """The sum of the rounds in which it was placed."""
    periods: list[Figure] = field(default_factory=list)
    """The seats that placed it, by period."""

    def share(self, name: str) -> float:
        """Return the share of seats of a field."""
        return self.fields[name].seats / self.seats if self.seats and name in self.fields else 0.0

    def improvement(self, name: str) -> tuple[float, float] | None:
        """Return how much more seats of a field won than the others, and half the width of the interval."""
        if name not in self.fields:
            return None
        everybody = Figure(self.seats, self.won, self.even)
        return difference(self.fields[name], everybody - self.fields[name])


@dataclass(frozen=True)
class Companion:
    """Another thing that the same seat used."""

    name: str
    seats: int
    relative: float
    expected: float
    """The wins to be expected from the two things apart."""
    half_width: float


@dataclass(frozen=True)
class ChoiceRow:
    """A start world, a strategy, an action or a seat."""

    name: str
    figure: Figure
    share: float
    """The share of seats that chose it."""
    score: float | None = None


class Almanac:
    """The figures of a game, for some modes and numbers of players."""

    def __init__(
        self, data: Mapping[str, Any], *, mode: str | None = None, players: int | None = None
    ) -> None:
        """Choose configurations.

        Args:
            data: The data of a game.
            mode: One mode; None for all.
            players: One number of players; None for all.

        Raises:
            RepulseError: There is no such configuration.
        """
        self.data = data
        self.mode = mode
        self.players = players
        self.configurations: list[Any] = [
            entry
            for entry in data["configurations"]
            if mode in (None, entry["mode"]) and players in (None, entry["players"])
        ]
        if not self.configurations:
            modes = ", ".join(data["modes"])
            raise RepulseError(
                f"The almanac has nothing on {mode or 'any mode'} with {players or 'any number of'} players; "
                f"its modes are {modes}."
            )

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(entry["games"] for entry in self.configurations)

    @property
    def seats(self) -> int:
        """The number of seats of these games."""
        return sum(entry["games"] * entry["players"] for entry in self.configurations)

    # --- things ---

    def tables(self) -> list[str]:
        """Return the tables of things, such as cards; the first is the main one."""
        return list(dict.fromkeys(table for entry in self.configurations for table in entry["things"]))

    def things(self, table: str) -> list[ThingRow]:
        """Return the figures of every thing of a table."""
        words = self._words(table)
        rows: dict[int, ThingRow] = {}
        for entry in self.configurations:
            things, players = entry["things"].get(table), entry["players"]
            seats = entry["games"] * players
            # A finished game has one win; a game that was stopped has none.
            won = entry["games"] - entry["unfinished"]
            for place, number in enumerate(things["things"] if things else ()):
                row = rows.setdefault(number, ThingRow(words[number]))
                row.seats += seats
                row.even += seats / players
                row.won += won
                _add_fields(row, things, place=place, players=players)
        return list(rows.values())

    def company(self, table: str, name: str) -> tuple[list[Companion], list[Companion]]:
        """Return the best and the worst companions of a thing in one mode, with all numbers of players.

        Raises:
            RepulseError: No mode was chosen.
        """
        words = self._words(table)
        lists = self._one_mode()["company"].get(table, [])
        number = words.index(name)
        rows = [
            Companion(words[other], seats, relative / 10, expected / 10, half / 10)
            for other, seats, relative, expected, half in (lists[number] if number < len(lists) else ())
        ]
        best = [row for row in rows if row.relative > row.expected]
        return best, [row for row in rows if row.relative <= row.expected]

    def start(self, table: str, name: str) -> list[tuple[str, int, float, float]]:
        """Return how a thing does with each start world: its name, seats, relative wins, half the width of the interval.

        Raises:
            RepulseError: No mode was chosen.
        """
        number = self._words(table).index(name)
        lists = self._one_mode()["start"].get(table, [])
        starts = self._start_words()
        rows = lists[number] if number < len(lists) else []
        return [(starts[start], seats, relative / 10, half / 10) for start, seats, relative, half in rows]

    # --- choices ---

    def choice_names(self) -> list[str]:
        """Return the choices of seats; the first is what they begin with."""
        return list(self.configurations[0]["choices"])

    def choices(self, name: str) -> list[ChoiceRow]:
        """Return the words of a choice of the seats, such as start worlds."""
        words = self.data["words"][f"seats/{name}"]
        cells = (
            (words[number], entry["players"], seats, won, score)
            for entry in self.configurations
            for number, seats, won, score in entry["choices"].get(name, ())
        )
        return _choice_rows(cells)

    def strategies(self) -> list[ChoiceRow]:
        """Return the strategies of one mode, by the sources of points of which they have more than others.

        Raises:
            RepulseError: No mode was chosen.
        """
        names = strategy_names(self._one_mode()["strategies"])
        return _choice_rows(
            (names[number], entry["players"], *cell)
            for entry in self.configurations
            for number, cell in enumerate(entry["strategies"])
        )

    def seat_rows(self) -> list[ChoiceRow]:
        """Return the seats, counted from 1."""
        return _choice_rows(
            (str(number + 1), entry["players"], *cell)
            for entry in self.configurations
            for number, cell in enumerate(entry["seats"])
        )

    def actions(self, name: str, period: int | None = None) -> list[ChoiceRow]:
        """Return the words of a choice in rounds, such as actions; in one period, or in all."""
        words = self.data["words"][name]
        cells = []
        for entry in self.configurations:
            for number, *numbers in entry["actions"].get(name, ()):
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
                for seats, won in pairs if period is None else [pairs[period]]:
                    cells.append((words[number], entry["players"], seats, won))
        return _choice_rows(cells)

    def action_names(self) -> list[str]:
        """Return the choices in rounds."""
        return list(dict.fromkeys(name for entry in self.configurations for name in entry["actions"]))

    # --- parts ---

    def _words(self, table: str) -> list[str]:
        return next(words for key, words in self.data["words"].items() if key.startswith(f"{table}/"))

    def _start_words(self) -> list[str]:
        words: list[str] = self.data["words"][f"seats/{self.choice_names()[0]}"]
        return words

    def _one_mode(self) -> Mapping[str, Any]:
        if self.mode is None and len(self.data["modes"]) > 1:
            raise RepulseError("Choose a mode: company, start worlds and strategies are counted per mode.")
        mode: Mapping[str, Any] = self.data["modes"][self.mode or next(iter(self.data["modes"]))]
        return mode


def _add_fields(row: ThingRow, things: Mapping[str, Any], *, place: int, players: int) -> None:
    for name, numbers in things["fields"].items():
        figure = Figure.of(numbers[2 * place], numbers[2 * place + 1], players)
        row.fields[name] = row.fields.get(name, Figure()) + figure
    for name, by_thing in things["when"].items():
        numbers = by_thing[place]
        periods = [
            Figure.of(seats, won, players) for seats, won in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        earlier = row.periods or [Figure()] * len(periods)
        row.periods = [a + b for a, b in zip(earlier, periods, strict=True)]
        row.rounds += things["rounds"][name][place]


def strategy_names(strategies: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a name for each strategy; where two are alike, the later has a number."""
    names: list[str] = []
    for strategy in strategies:
        sources = [source.removeprefix("points_").replace("_", " ") for source in strategy["sources"]]
        name = " and ".join(sources) or "mixed"
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return names


def _choice_rows(cells: Iterator[Any] | Sequence[Any]) -> list[ChoiceRow]:
    """Return rows of cells: a name, the number of players, seats, wins and perhaps the score."""
    figures: dict[str, Figure] = {}
    scores: dict[str, float] = {}
    has_score = True
    for name, players, seats, won, *score in cells:
        figures[name] = figures.get(name, Figure()) + Figure.of(seats, won, players)
        scores[name] = scores.get(name, 0.0) + sum(score)
        has_score = has_score and bool(score)
    total = sum(figure.seats for figure in figures.values())
    return [
        ChoiceRow(
            name,
            figure,
            figure.seats / total if total else 0.0,
            scores[name] / figure.seats if has_score and figure.seats else None,
        )
        for name, figure in figures.items()
    ]
