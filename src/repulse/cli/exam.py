"""The command `exam`: a language model against bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUESTION, Screen
from repulse.env.text.exam import Examiner, ExamPlan
from repulse.env.text.models import BOT_PREFIX, ProgramModel, locate_model
from repulse.env.text.report import ExamRow, markdown, rows
from repulse.files import write_atomically


def run_exam(name: str, plan: ExamPlan, *, results: Path | None) -> list[ExamRow]:
    """Play the missing games of an exam and return its rows; finished games are kept if it is interrupted.

    Args:
        name: The location of the model, or `bot:NAME`.
        plan: The games to play.
        results: Where the games are kept.

    Raises:
        RepulseError: There is no such model, or it failed.
    """
    model = None if name.startswith(BOT_PREFIX) else locate_model(name)
    examiner = Examiner(name, model, plan, results=results)
    try:
        with progress_bar("Playing", len(examiner.remaining())) as more:
            return rows(examiner.run(lambda game, left: more(1)))
    finally:
        if isinstance(model, ProgramModel):
            model.close()


def show_exam(table: Sequence[ExamRow], screen: Screen) -> None:
    """Show the rows of an exam."""
    if not table:
        return
    screen.say(table[0].model, QUESTION)
    screen.table(
        (
            "against",
            "games",
            "wins",
            "95% interval",
            "even",
            "margin",
            "illegal",
            "given up",
            "tokens",
            "cost",
        ),
        [
            (
                row.opponent,
                str(row.games),
                f"{row.share:.1%}",
                f"± {row.interval:.1%}",
                f"{row.even:.0%}",
                f"{row.margin:+.1f}",
                f"{row.mistakes:.1%}",
                f"{row.fallbacks:.1%}",
                f"{row.tokens:.0f}",
                f"{row.cost:.4f}",
            )
            for row in table
        ],
    )


def write_exam(table: Sequence[ExamRow], path: Path | None) -> None:
    """Write the rows as Markdown, if there is a file for them."""
    if path is not None:
        write_atomically(path, markdown(table) + "\n")
