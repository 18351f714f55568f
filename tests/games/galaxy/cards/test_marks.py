"""The powers of cards as the page sets them: rows of marks, by phase."""

from __future__ import annotations

import re

import pytest

from repulse.engine.display.languages import LANGUAGES
from repulse.games.galaxy.cards import PHASES, SETS, load_cards
from repulse.games.galaxy.display.svg.marks import SCORE, page_marks

CARDS = load_cards(SETS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_power_of_every_card_has_its_row(language: str) -> None:
    rows = page_marks(language).rows
    for card in CARDS:
        expected = {phase: sum(power.phase == phase for power in card.powers) for phase in PHASES} | {
            SCORE: len(card.score)
        }
        counts = {row["phase"]: len(row["powers"]) for row in rows[card.name]}
        assert counts == {phase: count for phase, count in expected.items() if count}, card.name


def test_the_rows_stand_in_the_order_of_the_phases() -> None:
    order = [*PHASES, SCORE]
    for rows in page_marks("en").rows.values():
        phases = [order.index(row["phase"]) for row in rows]
        assert phases == sorted(phases)


def test_every_number_is_a_mark() -> None:
    marks = page_marks("en")
    used: list[int | str] = []
    for rows in marks.rows.values():
        for row in rows:
            used += [mark for power in row["powers"] for mark in power]
            used += [mark for power in row["brief"] for mark in power]
    numbers = {mark for mark in used if isinstance(mark, int)}
    assert numbers == set(range(len(marks.marks)))


def test_no_power_is_silent_on_a_small_card() -> None:
    # The effects of placing a card are past once it lies there.
    for name, rows in page_marks("en").rows.items():
        for row in rows:
            if row["phase"] not in (SCORE, "placement"):
                assert all(row["brief"]), (name, row["phase"])


def test_drawings_distinguish_keeping_from_drawing_more_cards() -> None:
    # Galactic Renaissance does both.
    explore = page_marks("en").rows["Galactic Renaissance"][0]
    drawn, kept = explore["brief"]
    assert drawn != kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_texts_distinguish_the_counts_of_cards(language: str) -> None:
    for name, rows in page_marks(language).rows.items():
        for row in rows:
            if row["phase"] == SCORE:
                counted = [line[1:] for line in row["brief"]]
                assert all(counted), name
                assert all(counted.count(line) == 1 for line in counted), name


SMALLEST_UNIT = 0.92
"""Pixels per unit of a mark on the smallest card of the table."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letters_of_a_mark_are_below_11_pixels(language: str) -> None:
    sizes = {
        float(size)
        for mark in page_marks(language).marks
        for size in re.findall(r'font-size="([\d.]+)"', mark["svg"])
    }
    assert min(sizes) * SMALLEST_UNIT >= 11
