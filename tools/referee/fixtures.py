"""The fixtures: games with their expected results, one per line, in one gzipped file per group.

A line is a JSON object:

| key | holds |
|---|---|
| `id` | the name of the game |
| `options`, `choices` | as in `repulse.engine.record`, except the piles of the arrangement |
| `drawn` | the cards drawn, by where they went: `[seat, "hand" or "good" or "lucky", world, [cards]]` |
| `offers` | for each choice: what the referee offered, or null where it says nothing |
| `rounds` | for each round: where everything is at its end |
| `card_scores` | by seat: the points of each card of the tableau at the end |
| `winners` | the winners, or null for a game that was only stopped |

An offer is `["is", options, least, most]`, all of it; `["has", options]`, at least these; or
`["cards", cards]`, powers of exactly these cards.

The piles are left out because they do not come from the referee: the order of draws within a phase is our own.
`dealer.py` lays them out again whenever a game is replayed.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Offer = list[Any]
Fixture = dict[str, Any]

Place = tuple[int, str, str]
"""Where a drawn card goes: the seat, `hand`, `good` or `lucky`, and the world of a good."""

Drawn = dict[Place, list[str]]
"""The cards drawn to each place, in order."""


def offer_is(options: Iterable[str], least: int, most: int) -> Offer:
    """Expect exactly the options offered, and how many may be chosen."""
    return ["is", sorted(options), least, most]


def offer_has(options: Iterable[str]) -> Offer:
    """Expect options that must be offered, perhaps among others."""
    return ["has", sorted(options)]


def offer_cards(cards: Iterable[str]) -> Offer:
    """Expect exactly the cards whose powers are available."""
    return ["cards", sorted(cards)]


def pack_drawn(drawn: Drawn) -> list[list[Any]]:
    """Return the cards drawn, as a fixture has them."""
    return [[*place, cards] for place, cards in sorted(drawn.items())]


def drawn_of(fixture: Fixture) -> Drawn:
    """Return the cards drawn in a game."""
    return {(seat, to, world): list(cards) for seat, to, world, cards in fixture["drawn"]}


def expected_round(recorded: dict[str, Any]) -> dict[str, Any]:
    """Return where everything is at the end of a round, in the form of the fixtures."""
    return {
        "deck": recorded["deck"],
        "discards": recorded["discard"],
        "pool": recorded["pool"],
        "seats": [
            {
                "hand": sorted(seat["hand"]),
                "tableau": seat["tableau"],
                "goods": sorted(seat["goods"]),
                "chips": seat["vp"],
                "military": seat["military"],
                "score": seat["score"],
            }
            for seat in recorded["players"]
        ],
    }


def write_fixtures(path: Path, fixtures: list[Fixture]) -> None:
    """Write a group of games; the same games always give the same bytes."""
    text = "".join(
        json.dumps(fixture, ensure_ascii=False, separators=(",", ":")) + "\n" for fixture in fixtures
    )
    out = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=out, mode="wb", compresslevel=9, mtime=0) as packed:
        packed.write(text.encode())
    path.write_bytes(out.getvalue())


def read_fixtures(path: Path) -> list[Fixture]:
    """Return the games of a group."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
