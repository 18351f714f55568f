"""The command `almanac`: what wins, from large studies of a strong bot; and how the almanac is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from repulse.almanac.figures import Figure
from repulse.almanac.shipped import shipped_data
from repulse.almanac.tables import Almanac, ChoiceRow, Companion, ThingRow
from repulse.cli.cards import Filters, find_cards
from repulse.cli.messages import Messages
from repulse.cli.screen import QUESTION, QUIET, Screen, note, print_json
from repulse.engine.contract import RepulseError
from repulse.games import display_of

MAX_ROWS: Final = 40
"""The number of cards that a table shows unless more are asked for."""
MIN_SEATS: Final = 50
"""Cards that fewer seats used are left out."""
TABLES: Final = ("cards", "card", "strategies", "starts", "actions", "seats")
SORTS: Final = ("placed", "improvement", "opening", "seen", "share", "round", "name")


@dataclass(frozen=True)
class AlmanacQuery:
    """A question to the almanac."""

    table: str
    game: str
    name: str = ""
    """The card, if the table is about one."""
    sort: str = "placed"
    limit: int = MAX_ROWS
    min_seats: int = MIN_SEATS


class AlmanacView:
    """The tables of an almanac as text or data."""

    def __init__(self, almanac: Almanac, question: AlmanacQuery, *, filters: Filters, screen: Screen) -> None:
        """Show an almanac.

        Args:
            almanac: The figures of the chosen configurations.
            question: The table to show.
            filters: Which cards to show.
            screen: Where to show it.
        """
        self.almanac = almanac
        self.question = question
        self.filters = filters
        self.screen = screen
        self.messages = Messages(filters.display.language)

    # --- as data ---

    def data(self) -> dict[str, Any]:
        """Return the answer as data."""
        almanac = self.almanac
        head = {
            "game": self.question.game,
            "mode": almanac.mode,
            "players": almanac.players,
            "bot": almanac.data["bot"],
            "games": almanac.games,
        }
        if self.question.table == "card":
            row = self._card()
            best, worst = almanac.company(almanac.tables()[0], row.name) if self._has_mode() else ([], [])
            return {
                **head,
                **thing_data(row),
                "best_company": [vars(entry) for entry in best],
                "worst_company": [vars(entry) for entry in worst],
            }
        if self.question.table == "cards":
            return {**head, "rows": [thing_data(row) for row in self._cards()]}
        return {**head, "rows": [choice_data(row) for row in self._choices()]}

    # --- as text ---

    def show(self) -> None:
        """Print the answer."""
        almanac, say = self.almanac, self.messages.say
        mode = almanac.mode or say("almanac.all_modes")
        players = str(almanac.players or say("almanac.all_players"))
        games = f"{almanac.games:,}"
        self.screen.say(
            say("almanac.title", game=self.question.game, mode=mode, players=players, games=games), QUESTION
        )
        if self.question.table == "card":
            self._show_card()
        elif self.question.table == "cards":
            rows = self._cards()
            self._show_things(rows[: self.question.limit])
            if len(rows) > self.question.limit:
                self.screen.say(say("almanac.more", n=len(rows) - self.question.limit), QUIET)
        else:
            self._show_choices(self._choices())
        self.screen.say(say("almanac.note"), QUIET)

    def _show_things(self, rows: Sequence[ThingRow]) -> None:
        say = self.messages.say
        uses, held = use_field(rows), hold_field(rows)
        head = [say(f"almanac.head_{name}") for name in ("name", "seats", "share", "round", "wins")]
        if held:
            head += [say("almanac.head_opening"), say("almanac.head_improvement")]
        lines = []
        for row in rows:
            used = row.fields[uses]
            cells = [row.name, f"{used.seats:,.0f}", f"{100 * row.share(uses):.0f}%", _mean_round(row, uses)]
            cells.append(with_interval(used))
            if held:
                cells.append(with_interval(row.fields["opening"]))
                better = row.improvement(held)
                cells.append("-" if better is None else f"{better[0]:+.1f} ±{better[1]:.1f}")
            lines.append(cells)
        self.screen.table(head, lines)

    def _show_card(self) -> None:
        row, say = self._card(), self.messages.say
        self.screen.say(row.name, QUESTION)
        self._show_things([row])
        if not self._has_mode():
            self.screen.say(say("almanac.choose_mode"), QUIET)
            return
        best, worst = self.almanac.company(self.almanac.tables()[0], row.name)
        self.screen.say(say("almanac.best_company"), QUESTION)
        self._show_company(best)
        self.screen.say(say("almanac.worst_company"), QUESTION)
        self._show_company(worst)

    def _show_company(self, companions: Sequence[Companion]) -> None:
        head = [self.messages.say(f"almanac.head_{name}") for name in ("name", "seats", "wins", "expected")]
        self.screen.table(
            head,
            [
                (
                    entry.name,
                    f"{entry.seats:,}",
                    f"{entry.relative:.0f} ±{entry.half_width:.0f}",
                    f"{entry.expected:.0f}",
                )
                for entry in companions
            ],
        )

    def _show_choices(self, rows: Sequence[ChoiceRow]) -> None:
        names = ("name", "seats", "share", "wins", "score")
        self.screen.table(
            [self.messages.say(f"almanac.head_{name}") for name in names],
            [
                (
                    row.name,
                    f"{row.figure.seats:,.0f}",
                    f"{100 * row.share:.0f}%",
                    with_interval(row.figure),
                    "-" if row.score is None else f"{row.score:.1f}",
                )
                for row in rows
            ],
        )

    # --- rows ---

    def _has_mode(self) -> bool:
        return self.almanac.mode is not None or len(self.almanac.data["modes"]) == 1

    def _cards(self) -> list[ThingRow]:
        """Return the wanted cards, sorted."""
        names = {card["name"] for card in find_cards(self.filters)}
        card_names = {card["name"] for card in self.filters.display.cards()}
        rows = [
            row
            for table in self.almanac.tables()
            for row in self.almanac.things(table)
            # Things that are no cards, such as regions, are shown unless cards are searched.
            if row.name in names
            or (row.name not in card_names and not self.filters.facets and not self.filters.query)
        ]
        seats = self.question.min_seats
        rows = [row for row in rows if row.fields[use_field([row])].seats >= seats]
        key = self.question.sort
        if key == "name":
            return sorted(rows, key=lambda row: row.name)
        return sorted(rows, key=lambda row: sort_value(row, key), reverse=key != "round")

    def _card(self) -> ThingRow:
        name = self.question.name.casefold()
        rows = [row for table in self.almanac.tables() for row in self.almanac.things(table)]
        matches = [row for row in rows if row.name.casefold() == name] or [
            row for row in rows if name in row.name.casefold()
        ]
        if len(matches) != 1:
            names = ", ".join(row.name for row in matches[:6])
            raise RepulseError(
                f"{self.question.name!r} is not the name of one card of the almanac{f': {names}' if names else ''}."
            )
        return matches[0]

    def _choices(self) -> list[ChoiceRow]:
        almanac, table = self.almanac, self.question.table
        if table == "seats":
            return almanac.seat_rows()
        if table == "strategies":
            rows = almanac.strategies()
        elif table == "starts":
            rows = almanac.choices(almanac.choice_names()[0])
        else:
            rows = [row for name in almanac.action_names()[:1] for row in almanac.actions(name)]
        return sorted(rows, key=lambda row: -(row.figure.relative or 0))


def use_field(rows: Sequence[ThingRow]) -> str:
    """Return the field that says that a thing was used: cards are placed."""
    fields = rows[0].fields if rows else {"placed": Figure()}
    return next((name for name in ("placed", "deployed", "used") if name in fields), next(iter(fields)))


def hold_field(rows: Sequence[ThingRow]) -> str:
    """Return the field that says that a thing was in hand; empty if there is none."""
    return "held" if rows and all("held" in row.fields for row in rows) else ""


def sort_value(row: ThingRow, key: str) -> float:
    """Return the value that a table is sorted by; high values come first."""
    uses = use_field([row])
    if key == "improvement":
        better = row.improvement("held")
        return -1e9 if better is None else better[0]
    if key in ("seen", "share"):
        return row.share("seen" if key == "seen" else uses)
    if key == "round":
        return row.rounds / row.fields[uses].seats if row.fields[uses].seats else 0.0
    return row.fields.get("opening" if key == "opening" else uses, Figure()).relative or 0.0


def with_interval(figure: Figure) -> str:
    """Return relative wins with their interval."""
    relative, interval = figure.relative, figure.interval
    if relative is None or interval is None:
        return "-"
    return f"{relative:.0f} ({interval[0]:.0f} to {interval[1]:.0f})"


def thing_data(row: ThingRow) -> dict[str, Any]:
    """Return a card as data."""
    return {
        "name": row.name,
        "seats": row.seats,
        "fields": {name: figure_data(figure) for name, figure in row.fields.items()},
        "shares": {name: round(row.share(name), 4) for name in row.fields},
        "improvement_when_held": row.improvement("held"),
        "mean_round": _mean(row, use_field([row])),
        "periods": [figure_data(figure) for figure in row.periods],
    }


def choice_data(row: ChoiceRow) -> dict[str, Any]:
    """Return a strategy or the like as data."""
    return {"name": row.name, **figure_data(row.figure), "share": round(row.share, 4), "score": row.score}


def figure_data(figure: Figure) -> dict[str, Any]:
    """Return a figure as data."""
    return {
        "seats": figure.seats,
        "won": figure.won,
        "relative": figure.relative,
        "interval": figure.interval,
    }


def _mean(row: ThingRow, field: str) -> float | None:
    seats = row.fields[field].seats
    return row.rounds / seats if seats and row.periods else None


def _mean_round(row: ThingRow, field: str) -> str:
    mean = _mean(row, field)
    return "-" if mean is None else f"{mean:.1f}"


def show_almanac(
    question: AlmanacQuery,
    screen: Screen,
    *,
    mode: str | None,
    players: int | None,
    facets: dict[str, str | None],
    language: str,
    as_json: bool,
) -> None:
    """Answer a question to the almanac.

    Args:
        question: The question.
        screen: Where to show the answer.
        mode: One mode; None for all.
        players: One number of players; None for all.
        facets: The facets of cards to show.
        language: The language of texts.
        as_json: Whether to print data.

    Raises:
        RepulseError: The almanac has nothing on that.
    """
    filters = Filters(display_of(question.game, language), "", **facets)
    almanac = Almanac(shipped_data(question.game), mode=mode, players=players)
    view = AlmanacView(almanac, question, filters=filters, screen=screen)
    if as_json:
        print_json(view.data())
    else:
        view.show()


# --- making ---


@dataclass(frozen=True)
class Making:
    """How to make an almanac."""

    folder: Path
    games: int
    seed: int
    workers: int
    seconds: float | None
    game: str | None
    mode: str | None
    players: int | None


def make_almanac(making: Making) -> None:
    """Play and count the missing games of an almanac.

    Raises:
        RepulseError: No configuration fits, or the folder cannot be used.
    """
    from repulse.almanac.configurations import configurations
    from repulse.almanac.make import Progress, Workshop

    chosen = [
        entry for entry in configurations(making.game, making.mode) if making.players in (None, entry.players)
    ]
    if not chosen:
        raise RepulseError("There is no such game, mode or number of players; 'repulse games' lists them.")

    def report(progress: Progress) -> None:
        note(f"{progress.configuration.name}: {progress.games:,} of {progress.target:,} games")

    workshop = Workshop(making.folder, seed=making.seed, workers=making.workers, seconds=making.seconds)
    workshop.make(chosen, making.games, report=report)


def pack_almanac(folders: Sequence[Path], to: Path, screen: Screen) -> None:
    """Condense the sums in some folders to the files that ship."""
    from repulse.almanac.pack import pack, read_folders, write_packed

    sums = read_folders(folders)
    size = write_packed(pack(sums), to)
    games = sum(entry.games for entry in sums)
    screen.say(f"{to}: {size:,} bytes, {games:,} games in {len(sums)} configurations")
