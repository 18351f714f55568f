"""The commands `hint` and `review`, and hints while playing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from repulse.advice.hints import SECONDS, RatedOption, hints_for
from repulse.advice.page import decision_lines, result_lines, review_page, round_lines, summary, title_of
from repulse.advice.phrases import advice_words
from repulse.advice.review import Review, Reviewer
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUESTION, QUIET, Screen, note, print_json
from repulse.engine.contract import RepulseError, Seat
from repulse.engine.display.display import Display
from repulse.engine.match import Match, replay
from repulse.engine.record import Record
from repulse.files import write_atomically

PERCENT = 100
SHOWN_HINTS = 4
"""The number of hints shown to a person who is playing: with the question they fit on a screen of 24 lines."""


def hint_lines(hints: Sequence[RatedOption], language: str) -> list[str]:
    """Return hints as lines: each option, then its reasons."""
    words = advice_words(language)
    lines = [words.text("hint.far_behind")] if any(hint.by_points for hint in hints) else []
    for hint in hints:
        facts: dict[str, object] = {
            "win": round(PERCENT * hint.win),
            "score": round(hint.score),
            "text": hint.text,
        }
        lines.append(words.text("hint.points" if hint.by_points else "hint.line", facts))
        lines.append(f"    {words.text('hint.reason', {'reasons': words.text('comma').join(hint.reasons)})}")
    return lines


def show_hint(
    record: Record,
    display: Display,
    screen: Screen,
    *,
    position: int | None,
    seat: Seat | None,
    seconds: float,
    as_json: bool,
) -> None:
    """Show hints for a position of a record.

    Args:
        record: The game.
        display: Its texts.
        screen: Where to print.
        position: The number of choices made before it; by default, all of them.
        seat: The seat that is asked; by default the person's own, or else the first.
        seconds: The time limit.
        as_json: Whether to print data instead of text.

    Raises:
        RepulseError: The position does not exist, or the seat is not asked anything there.
    """
    if position is not None and not 0 <= position <= len(record.choices):
        raise RepulseError(f"There are {len(record.choices)} choices; there is no position {position}.")
    match = replay(display.game, record, len(record.choices) if position is None else position)
    pending = match.state.seats_owing()
    if not pending:
        raise RepulseError("This game is over: name a position with --at, or ask for a review.")
    own = record.notes.get("seat")
    if seat is None:
        seat = own if isinstance(own, int) and own in pending else pending[0]
    if seat not in pending:
        raise RepulseError(f"Player {seat + 1} is not asked anything in this position.")
    hints = hints_for(match, seat, display, seconds=seconds)
    if as_json:
        print_json([vars(hint) for hint in hints])
        return
    view = match.state.view(seat)
    asked_text = display.question_text(view, view.decision(seat))
    facts: dict[str, object] = {"player": display.player_name(seat), "question": asked_text}
    screen.say(advice_words(display.language).text("hint.asked", facts), QUESTION)
    screen.lines(hint_lines(hints, display.language))


def play_hint(match: Match, seat: Seat, *, display: Display, screen: Screen) -> None:
    """Show hints to a person who is playing."""
    screen.lines(hint_lines(hints_for(match, seat, display, seconds=SECONDS)[:SHOWN_HINTS], display.language))


def make_review(record: Record, display: Display, determinizations: int) -> Review:
    """Review a record, with progress on a terminal."""
    reviewer = Reviewer(record, display, determinizations=determinizations)
    counted = 0
    with progress_bar("Reviewing", reviewer.total, unit="choices") as more:
        for done in reviewer.run():
            more(done - counted)
            counted = done
    return reviewer.review()


def show_review(review: Review, language: str, screen: Screen) -> None:
    """Show a review as text."""
    words = advice_words(language)
    screen.say(title_of(review, language), QUESTION)
    screen.lines(result_lines(review, language))
    screen.say()
    screen.say(words.text("review.by_round"), QUESTION)
    screen.lines(round_lines(review, language))
    for seat, player in enumerate(review.players):
        screen.say()
        screen.say(words.text("review.costliest", {"player": player}), QUESTION)
        screen.say(summary(review, seat, language), QUIET)
        costliest = review.costliest(seat)
        if not costliest:
            screen.say(words.text("review.none"))
        for judged in costliest:
            first, *rest = decision_lines(judged, language)
            facts: dict[str, object] = {
                "decision": first,
                "choice": words.text("review.choice", {"n": judged.number + 1}),
                "cost": words.text("review.cost", {"n": round(PERCENT * judged.cost)}),
            }
            screen.say(words.text("review.told", facts))
            screen.lines(f"    {line}" for line in rest)


def write_review(review: Review, page: Path | None, language: str) -> None:
    """Write the page, if its file is named."""
    if page is not None:
        write_atomically(page, review_page(review, language))
        note(f"repulse: the review is in {page}.")
