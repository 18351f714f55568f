"""Texts in which the names of cards are marked."""

from __future__ import annotations

from repulse.engine.display.segments import mark_card, plain, segments, text_of


def test_a_marked_text_is_cut_at_the_names_of_cards() -> None:
    text = f"Pay for {mark_card('Gem World')} ({mark_card('New Sparta')} +2)."
    assert segments(text) == [
        {"text": "Pay for "},
        {"text": "Gem World", "card": "Gem World"},
        {"text": " ("},
        {"text": "New Sparta", "card": "New Sparta"},
        {"text": " +2)."},
    ]
    assert plain(text) == text_of(segments(text)) == "Pay for Gem World (New Sparta +2)."


def test_a_text_without_marks_is_one_segment_and_no_text_none() -> None:
    assert segments("Choose.") == [{"text": "Choose."}]
    assert segments("") == []


def test_half_a_mark_names_nothing() -> None:
    half = mark_card("Gem World")[:-1]
    assert segments(half) == [{"text": "Gem World"}]
