"""A review as a page of its own: one HTML file with a chart, and nothing fetched from anywhere."""

from __future__ import annotations

from html import escape
from typing import Final

from repulse.advice.phrases import advice_words, number_text
from repulse.advice.review import Judged, Review
from repulse.charts import Chart, Line, line_chart

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
svg{width:100%;height:auto}h2{margin-top:2rem}li{margin:.8rem 0}.quiet{color:#59636e}.better{color:#1a7f5a}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}.quiet{color:#9198a1}.better{color:#3fb950}}
"""


def review_page(review: Review, language: str = "en") -> str:
    """The page."""
    words = advice_words(language)
    title = title_of(review, language)
    parts = [f"<h1>{escape(title)}</h1>"]
    parts += [f"<p>{escape(line)}</p>" for line in result_lines(review, language)]
    label = words.text("review.chances")
    parts.append(f"<h2>{escape(label)}</h2>{chart(review, label)}")
    for seat, player in enumerate(review.players):
        parts.append(f"<h2>{escape(words.text('review.costliest', {'player': player}))}</h2>")
        parts.append(f'<p class="quiet">{escape(summary(review, seat, language))}</p>')
        dear = review.costliest(seat)
        items = "".join(f"<li>{_decision(each, language)}</li>" for each in dear)
        parts.append(f"<ol>{items}</ol>" if dear else f"<p>{escape(words.text('review.none'))}</p>")
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def title_of(review: Review, language: str) -> str:
    """What is reviewed."""
    return advice_words(language).text("review.title", {"game": review.name or review.game})


def result_lines(review: Review, language: str) -> list[str]:
    """Who has won, if somebody has, and the scores."""
    words = advice_words(language)
    comma = words.text("comma")
    won = comma.join(review.players[seat] for seat in review.winners)
    scores = comma.join(
        words.text("review.score", {"player": player, "n": score})
        for player, score in zip(review.players, review.scores, strict=True)
    )
    lines = [words.text("review.final", {"player": won})] if won else []
    return [*lines, words.text("review.scores", {"scores": scores})]


def round_lines(review: Review, language: str) -> list[str]:
    """The chance of each seat at the end of each round."""
    words = advice_words(language)
    lines = []
    for number, row in dict(zip(review.rounds, review.chances, strict=True)).items():
        chances = words.text("comma").join(
            words.text("review.chance", {"player": player, "n": round(100 * chance)})
            for player, chance in zip(review.players, row, strict=True)
        )
        ident = "review.round" if number else "review.setup"
        lines.append(words.text(ident, {"round": number, "chances": chances}))
    return lines


def summary(review: Review, seat: int, language: str) -> str:
    """A seat's game in one line."""
    facts: dict[str, object] = {
        "player": review.players[seat],
        "n": len(review.of(seat)),
        "lost": number_text(100 * review.lost(seat), language),
        "agreed": round(100 * review.agreed(seat)),
    }
    return advice_words(language).text("review.summary", facts)


def decision_lines(judged: Judged, language: str) -> list[str]:
    """A decision that cost something: what was asked, chosen and better."""
    words = advice_words(language)
    return [
        words.text("review.decision", {"round": judged.round, "question": judged.question}),
        words.text("review.chosen", {"text": judged.chosen, "win": round(100 * judged.win)}),
        words.text("review.better", {"text": judged.best, "win": round(100 * judged.best_win)}),
    ]


def _decision(judged: Judged, language: str) -> str:
    words = advice_words(language)
    question, chosen, better = (escape(line) for line in decision_lines(judged, language))
    number = escape(words.text("review.choice", {"n": judged.number + 1}))
    cost = escape(words.text("review.cost", {"n": round(100 * judged.cost)}))
    return (
        f'{question} <span class="quiet">({number}, {cost})</span><br>{chosen}'
        f'<br><span class="better">{better}</span>'
    )


def chart(review: Review, label: str) -> Chart:
    """The chances of winning over the game, a line for each seat."""
    last = max(1, len(review.chances) - 1)
    along: list[tuple[float, str]] = []
    for place, number in enumerate(review.rounds):
        begins = place > 0 and number != review.rounds[place - 1]
        if begins and (not along or place - along[-1][0] > last / 30):
            along.append((place, str(number)))
    lines = [
        Line(player, [(place, row[seat]) for place, row in enumerate(review.chances)])
        for seat, player in enumerate(review.players)
    ]
    return line_chart(lines, label, along)
