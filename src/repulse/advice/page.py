"""A review as a self-contained HTML page with a chart."""

from __future__ import annotations

from html import escape
from typing import Final

from repulse.advice.phrases import advice_words
from repulse.advice.review import JudgedDecision, Review
from repulse.charts import Chart, Line, line_chart
from repulse.engine.display.languages import BY_ID

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
svg{width:100%;height:auto}h2{margin-top:2rem}li{margin:.8rem 0}.quiet{color:#59636e}.better{color:#1a7f5a}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}.quiet{color:#9198a1}.better{color:#3fb950}}
"""


def review_page(review: Review, language: str = "en") -> str:
    """Return a review as HTML."""
    words = advice_words(language)
    title = title_of(review, language)
    parts = [f"<h1>{escape(title)}</h1>"]
    parts += [f"<p>{escape(line)}</p>" for line in result_lines(review, language)]
    label = words.text("review.chances")
    parts.append(f"<h2>{escape(label)}</h2>{chart(review, label, language)}")
    for seat, player in enumerate(review.players):
        parts.append(f"<h2>{escape(words.text('review.costliest', {'player': player}))}</h2>")
        parts.append(f'<p class="quiet">{escape(summary(review, seat, language))}</p>')
        blunders = review.costliest(seat)
        items = "".join(f"<li>{_decision(decision, language)}</li>" for decision in blunders)
        parts.append(f"<ol>{items}</ol>" if blunders else f"<p>{escape(words.text('review.none'))}</p>")
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def title_of(review: Review, language: str) -> str:
    """Return the title: the game that is reviewed."""
    return advice_words(language).text("review.title", {"game": review.name or review.game})


def result_lines(review: Review, language: str) -> list[str]:
    """Return lines with the winners, if any, and the scores."""
    words = advice_words(language)
    comma = words.text("comma")
    winners = comma.join(review.players[seat] for seat in review.winners)
    scores = comma.join(
        words.text("review.score", {"player": player, "n": score})
        for player, score in zip(review.players, review.scores, strict=True)
    )
    lines = [words.text("review.final", {"player": winners})] if winners else []
    return [*lines, words.text("review.scores", {"scores": scores})]


def round_lines(review: Review, language: str) -> list[str]:
    """Return a line per round with the chance of each seat at its end."""
    words = advice_words(language)
    lines = []
    for number, row in dict(zip(review.rounds, review.chances, strict=True)).items():
        chances = words.text("comma").join(
            words.text("review.chance", {"player": player, "n": round(100 * chance)})
            for player, chance in zip(review.players, row, strict=True)
        )
        key = "review.round" if number else "review.setup"
        lines.append(words.text(key, {"round": number, "chances": chances}))
    return lines


def summary(review: Review, seat: int, language: str) -> str:
    """Return the game of a seat in one line."""
    facts: dict[str, object] = {
        "player": review.players[seat],
        "n": len(review.of(seat)),
        "lost": BY_ID[language].number(100 * review.mean_loss(seat)),
        "agreed": round(100 * review.agreement(seat)),
    }
    return advice_words(language).text("review.summary", facts)


def decision_lines(decision: JudgedDecision, language: str) -> list[str]:
    """Return lines about a blunder: the question, the choice, and the better choice."""
    words = advice_words(language)
    return [
        words.text("review.decision", {"round": decision.round, "question": decision.question}),
        words.text("review.chosen", {"text": decision.chosen, "win": round(100 * decision.win)}),
        words.text("review.better", {"text": decision.best, "win": round(100 * decision.best_win)}),
    ]


def _decision(decision: JudgedDecision, language: str) -> str:
    words = advice_words(language)
    question, chosen, better = (escape(line) for line in decision_lines(decision, language))
    number = escape(words.text("review.choice", {"n": decision.number + 1}))
    cost = escape(words.text("review.cost", {"n": round(100 * decision.cost)}))
    return (
        f'{question} <span class="quiet">({number}, {cost})</span><br>{chosen}'
        f'<br><span class="better">{better}</span>'
    )


def chart(review: Review, label: str, language: str = "en") -> Chart:
    """Return a chart of the chances of winning over the game, with a line per seat."""
    last = max(1, len(review.chances) - 1)
    ticks: list[tuple[float, str]] = []
    for step, number in enumerate(review.rounds):
        is_new_round = step > 0 and number != review.rounds[step - 1]
        if is_new_round and (not ticks or step - ticks[-1][0] > last / 30):
            ticks.append((step, str(number)))
    lines = [
        Line(player, [(step, row[seat]) for step, row in enumerate(review.chances)])
        for seat, player in enumerate(review.players)
    ]
    return line_chart(lines, label, ticks, format_share=BY_ID[language].percent)
