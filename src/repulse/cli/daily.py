"""The command `daily`: the deals of the day, their par, and the user's history."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from repulse.bots import seat_names
from repulse.bots.match_bots import MatchBots
from repulse.bots.names import exact_name
from repulse.cli.daily_home import DailyHome
from repulse.cli.messages import Messages, UserError
from repulse.cli.play_loop import PlayLoop, Quit
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUESTION, QUIET, Screen, print_json
from repulse.cli.series_file import read_series_file
from repulse.daily import (
    FIRST_DAY,
    PLAYS,
    Deal,
    DealResult,
    Par,
    ParRun,
    Series,
    day_of,
    parse_day,
    statistics,
    streak,
)
from repulse.engine.contract import RepulseError, Seat
from repulse.engine.match import Match, replay
from repulse.files import read_record_file
from repulse.games import display_of, game_named


def today() -> date:
    """Return the date in UTC."""
    return day_of(time.time())


def series_from(path: str | None) -> Series:
    """Return the series in a file, or the standard one.

    Raises:
        RepulseError: The file cannot be read, or holds no series.
    """
    if path is None:
        return Series()
    return read_series_file(path)


@dataclass(frozen=True)
class Daily:
    """The deals of a series, in a language, for this user."""

    series: Series
    screen: Screen
    messages: Messages
    home: DailyHome

    # --- which deal ---

    def deals(self, day: str | None) -> list[Deal]:
        """Return the deals of a day; of today by default.

        Raises:
            RepulseError: The day has none.
        """
        chosen = today() if day is None else parse_day(day)
        deals = self.series.on(chosen)
        if not deals:
            days = self.series.days()
            first, last = (days[0], days[-1]) if days else (FIRST_DAY, today())
            raise RepulseError(f"There is no deal on {chosen}; the series has deals from {first} to {last}.")
        return deals

    def deal(self, name: str | None, day: str | None) -> Deal:
        """Return the deal of a game; without a name the first of the day whose rated try is not over.

        Raises:
            RepulseError: The day has no deal of this game.
        """
        deals = self.deals(day)
        if name is None:
            return next((deal for deal in deals if self.home.result_of(deal) is None), deals[0])
        for deal in deals:
            if name in (deal.mode, f"{deal.game}/{deal.mode}", deal.id):
                return deal
        modes = ", ".join(deal.mode for deal in deals)
        raise RepulseError(f"There is no deal of {name!r} on {deals[0].day}; there are {modes}.")

    # --- what is shown ---

    def list_deals(self, day: str | None) -> None:
        """Show the deals of a day with the user's results."""
        messages = self.messages
        deals = self.deals(day)
        self.screen.say(messages.say("daily.title", day=deals[0].day), QUESTION)
        rows = []
        for deal in deals:
            result = self.home.result_of(deal)
            rivals = ", ".join(filter(None, seat_names(list(deal.rivals))))
            rows.append((deal.mode, str(deal.players), rivals, self._state(deal, result)))
        head = tuple(messages.say(f"daily.head_{name}") for name in ("deal", "players", "rivals", "result"))
        self.screen.table(head, rows, left=4)
        self.screen.say(messages.say("daily.streak", n=streak(self.home.results(), today())), QUIET)
        self.screen.say(messages.say("daily.how"), QUIET)

    def _state(self, deal: Deal, result: DealResult | None) -> str:
        if result is not None:
            return self._score(result)
        return self.messages.say("daily.begun") if self.home.place_of(deal).exists() else "-"

    def _score(self, result: DealResult) -> str:
        if result.above is None or result.better_than is None:
            return self.messages.say("daily.score", score=result.score)
        return self.messages.say(
            "daily.score_par", score=result.score, above=f"{result.above:+d}", percent=result.better_than
        )

    def show_par(self, deal: Deal) -> Par:
        """Show par of a deal, which is computed the first time."""
        par = self.par_of(deal)
        low, high = min(par.scores), max(par.scores)
        wins = round(100 * par.wins / par.plays)
        text = self.messages.say(
            "daily.par", deal=deal.id, par=par.points, plays=par.plays, low=low, high=high, wins=wins
        )
        self.screen.say(text)
        return par

    def par_of(self, deal: Deal) -> Par:
        """Return par of a deal, which is computed the first time."""
        par = self.home.par_of(deal)
        if par is None:
            run = ParRun(deal)
            with progress_bar(self.messages.say("daily.playing_par"), PLAYS, unit="games") as more:
                while run.done < run.plays:
                    run.step()
                    more(1)
            par = run.par()
            self.home.keep_par(deal, par)
        return par

    def show_history(self) -> None:
        """Show all results, the statistics and the streak."""
        results, messages = self.home.results(), self.messages
        if not results:
            self.screen.say(messages.say("daily.no_history"))
            return
        for result in results:
            self.screen.say(f"{result.deal}  {self._score(result)}")
        numbers = statistics(results)
        facts: dict[str, object] = {
            "played": numbers.played,
            "wins": numbers.wins,
            "streak": streak(results, today()),
            "longest": numbers.longest_streak,
        }
        self.screen.say(messages.say("daily.statistics", **facts), QUESTION)
        if numbers.mean_above is not None and numbers.mean_better_than is not None:
            text = messages.say(
                "daily.averages",
                above=f"{numbers.mean_above:+.1f}",
                percent=round(numbers.mean_better_than),
                best=f"{numbers.best_above:+d}",
            )
            self.screen.say(text)

    def history_data(self) -> dict[str, Any]:
        """Return the same as data."""
        results = self.home.results()
        return {
            "results": [result.to_data() | {"above": result.above} for result in results],
            "streak": streak(results, today()),
            "statistics": vars(statistics(results)),
        }

    # --- play ---

    def play(self, deal: Deal) -> None:
        """Play a deal: the rated try first, on its own day; then free ones."""
        is_rated = self.home.result_of(deal) is None and (
            deal.day == today() or self.home.place_of(deal).exists()
        )
        if deal.day > today():
            raise RepulseError(f"The deal of {deal.day} can be played from that day on (UTC).")
        place = self.home.place_of(deal) if is_rated else self.home.free_place_of(deal)
        loop = DailyLoop.open(deal, self.screen, self.messages.words.language, place=place, is_rated=is_rated)
        self.screen.say(self.messages.say("daily.rated" if is_rated else "daily.free", deal=deal.id), QUIET)
        try:
            loop.play()
        except Quit:
            self.screen.say(self.messages.say("daily.saved"), QUIET)
            return
        self._end(deal, loop, is_rated)

    def _end(self, deal: Deal, loop: DailyLoop, is_rated: bool) -> None:
        state = loop.match.state
        scores, winners = state.scores(), state.winners()
        score = scores[deal.seat]
        is_won = deal.seat in winners
        place = 1 if is_won else 1 + max(1, sum(other > score for other in scores))
        if is_rated:
            self.home.keep(DealResult.of(deal, score, place))
        par = self.show_par(deal)
        result = DealResult.of(deal, score, place, par=par)
        if is_rated:
            self.home.keep(result)
        self.screen.say()
        self.screen.lines(self.share_lines(deal, result))

    def share_lines(self, deal: Deal, result: DealResult) -> list[str]:
        """Return a result as text to share, without spoilers about the cards."""
        messages = self.messages
        lines = [
            messages.say("daily.share_title", day=deal.day),
            messages.say("daily.share_game", deal=deal.mode, players=deal.players),
        ]
        if result.above is not None and result.better_than is not None:
            text = messages.say(
                "daily.share_score", above=f"{result.above:+d}", percent=result.better_than, plays=PLAYS
            )
            lines.append(text)
        count = streak(self.home.results(), today())
        return [*lines, messages.say("daily.streak", n=count)] if count else lines


class DailyLoop(PlayLoop):
    """A deal of the day in the terminal: its rivals answer by the position alone."""

    is_rated = False

    @classmethod
    def open(cls, deal: Deal, screen: Screen, language: str, *, place: Path, is_rated: bool) -> DailyLoop:
        """Return a new try, or the one whose file is there already."""
        display = display_of(deal.game, language)
        if place.exists():
            match: Match = replay(display.game, read_record_file(place))
        else:
            match = Match(game_named(deal.game), deal.options, deal.seed)
        loop = cls(match, display, screen, seat=deal.seat, bots=deal.bots, place=place)
        loop.seated = MatchBots(fresh=True)
        loop.is_rated = is_rated
        return loop

    def play_bot(self, seat: Seat) -> None:
        """Let a rival answer."""
        self.seated.play(self.match, seat, exact_name(self.bots[seat]))

    def recall_bots(self) -> None:
        """Rivals remember nothing: they answer the same again anyway."""

    def undo(self) -> None:
        """Undo the last answer, in a free try."""
        if self.is_rated:
            raise UserError("unclear.rated_undo")
        super().undo()

    def hint(self) -> None:
        """Show a hint, in a free try."""
        if self.is_rated:
            raise UserError("unclear.rated_hint")
        super().hint()


def run_daily(
    action: str,
    *,
    game: str | None,
    day: str | None,
    series: str | None,
    language: str,
    as_json: bool = False,
    plain: bool = False,
) -> None:
    """Carry out one of the commands `daily`, `daily play`, `daily par` and `daily history`.

    Args:
        action: The command: `list`, `play`, `par` or `history`.
        game: Which deal of the day; by default the first that was not played.
        day: Which day; by default today.
        series: The file of a series; None for the standard one.
        language: The language of texts.
        as_json: Whether to print data.
        plain: Whether to leave out colors and drawings.
    """
    daily = Daily(series_from(series), Screen(plain), Messages(language), DailyHome())
    if action == "play":
        daily.play(daily.deal(game, day))
    elif action == "history":
        if as_json:
            print_json(daily.history_data())
        else:
            daily.show_history()
    elif action == "par":
        deal = daily.deal(game, day)
        if as_json:
            print_json(deal.to_data() | {"par": daily.par_of(deal).to_data()})
        else:
            daily.show_par(deal)
    elif as_json:
        print_json([deal.to_data() for deal in daily.deals(day)])
    else:
        daily.list_deals(day)
