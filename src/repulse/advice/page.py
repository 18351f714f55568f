"""A review as a page of its own: one HTML file with a chart, and nothing fetched from anywhere."""

from __future__ import annotations

from html import escape
from typing import Final

from repulse.advice.hints import advice_words
from repulse.advice.review import Judged, Review

WIDTH: Final = 900
HEIGHT: Final = 260
COLOURS: Final = ("#1f6feb", "#d1550f", "#1a7f5a", "#8250df", "#b8860b")
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4", "4 4")
"""Lines differ by more than their colours."""

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
svg{width:100%;height:auto}h2{margin-top:2rem}li{margin:.8rem 0}.quiet{color:#59636e}.better{color:#1a7f5a}
.axis{stroke:#d0d7de}text{font:12px system-ui,sans-serif;fill:#59636e}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}.quiet,text{color:#9198a1;fill:#9198a1}
.axis{stroke:#3d444d}.better{color:#3fb950}}
"""


def review_page(review: Review, language: str = "en") -> str:
    """The page."""
    words = advice_words(language)
    title = words.text("review.title", {"game": review.game})
    parts = [f"<h1>{escape(title)}</h1>"]
    won = [review.players[seat] for seat in review.winners]
    if won:
        names = words.text("comma").join(won)
        parts.append(f"<p>{escape(words.text('review.final', {'player': names}))}</p>")
    parts.append(f"<h2>{escape(words.text('review.chances'))}</h2>{chart(review)}")
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


def summary(review: Review, seat: int, language: str) -> str:
    """A seat's game in one line."""
    facts: dict[str, object] = {
        "player": review.players[seat],
        "n": len(review.of(seat)),
        "lost": round(100 * sum(each.cost for each in review.of(seat))),
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


def chart(review: Review) -> str:
    """The chances of winning over the game, a line for each seat."""
    last = max(1, len(review.chances) - 1)
    left, top = 40, 24
    wide, high = WIDTH - left - 10, HEIGHT - top - 30
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = top + high * (1 - percent / 100)
        parts.append(
            f'<line class="axis" x1="{left}" x2="{left + wide}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
        )
    told = -10.0
    for place, number in enumerate(review.rounds):
        x = left + wide * place / last
        if place and number != review.rounds[place - 1] and x - told > 24:
            told = x
            parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{number}</text>')
    for seat, player in enumerate(review.players):
        points = " ".join(
            f"{left + wide * place / last:.1f},{top + high * (1 - row[seat]):.1f}"
            for place, row in enumerate(review.chances)
        )
        colour, dash = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
        x = left + seat * (wide / len(review.players))
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}" points="{points}">'
            f"<title>{escape(player)}</title></polyline>"
            f'<line x1="{x:.1f}" x2="{x + 24:.1f}" y1="10" y2="10" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/><text x="{x + 30:.1f}" y="14">{escape(player)}</text>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{"".join(parts)}</svg>'
