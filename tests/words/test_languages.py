"""The list of languages, and the forms of words that go with numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.words.test_translations import SLOT, catalogues

from repulse.engine.display.languages import BY_ID, LANGUAGES, Language, compile_condition, read_languages
from repulse.engine.display.words import Catalogue

POLISH = Language(
    "pl",
    "Polski",
    (
        ("one", "i = 1 and v = 0"),
        ("few", "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"),
        (
            "many",
            "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
        ),
    ),
)


@pytest.mark.parametrize(
    ("language", "numbers", "forms"),
    [
        ("en", (0, 1, 2, 1.5, 1.0), (1, 0, 1, 1, 0)),
        ("de", (0, 1, 2, 1.5, 1.0), (1, 0, 1, 1, 0)),
        ("fr", (0, 1, 2, 1.5, 1000000), (0, 0, 1, 0, 1)),
        ("ja", (0, 1, 2), (0, 0, 0)),
    ],
)
def test_numbers_take_the_form_of_their_category(
    language: str, numbers: tuple[float, ...], forms: tuple[int, ...]
) -> None:
    assert tuple(BY_ID[language].form_index(number) for number in numbers) == forms


def test_a_language_with_few_and_many_has_four_forms() -> None:
    words = Catalogue("pl", {"cards": "{n} {n|karta|karty|kart|karty}"}, rules=POLISH)
    texts = [words.text("cards", {"n": n}) for n in (1, 2, 5, 12, 21, 22, 25, 102, 112, 1.5)]
    assert texts == [
        "1 karta",
        "2 karty",
        "5 kart",
        "12 kart",
        "21 kart",
        "22 karty",
        "25 kart",
        "102 karty",
        "112 kart",
        "1.5 karty",
    ]


def test_a_text_from_english_keeps_the_english_forms() -> None:
    english = Catalogue("en", {"cards": "{n|card|cards}"})
    words = Catalogue("fr", {}, english)
    assert words.text("cards", {"n": 0}) == "cards"


@pytest.mark.parametrize(
    ("language", "number", "percent"),
    [("en", "1.5", "25%"), ("de", "1,5", "25\u00a0%"), ("fr", "1,5", "25\u00a0%"), ("ja", "1.5", "25%")],
)
def test_numbers_and_percentages_are_written_as_in_the_language(
    language: str, number: str, percent: str
) -> None:
    assert (BY_ID[language].number(1.5), BY_ID[language].number(2.0)) == (number, "2")
    assert BY_ID[language].percent(0.251) == percent


@pytest.mark.source_only
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_percent_sign_does_not_leave_its_number(language: str, root: Path) -> None:
    """An ordinary space before the sign would let a line break between the two."""
    paths = [*(root / "web/src").rglob(f"{language}.json"), *(root / "src/repulse").rglob(f"{language}.toml")]
    assert len(paths) > 15
    wrong = [path.name for path in paths if re.search(r"[\w}] ?%", path.read_text(encoding="utf-8"))]
    assert not wrong


def test_a_condition_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="not a plural condition: 'i is 1'"):
        compile_condition("i is 1")


def test_a_language_is_one_entry_of_the_list() -> None:
    row = {"id": "pl", "name": "Polski", "plural": dict(POLISH.plural), "decimal": ".", "percent": "{n}%"}
    text = json.dumps([row])
    assert read_languages(text) == (POLISH,)
    assert POLISH.categories == ("one", "few", "many", "other")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_has_a_form_for_each_category(language: str) -> None:
    for catalogue in catalogues(language).values():
        for ident, text in catalogue.texts.items():
            for _, forms in SLOT.findall(text):
                if forms:
                    assert forms.count("|") == len(BY_ID[language].categories), ident


@pytest.mark.source_only
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_of_the_page_has_a_form_for_each_category(language: str, root: Path) -> None:
    paths = sorted((root / "web" / "src").rglob(f"{language}.json"))
    assert len(paths) >= 5
    for path in paths:
        for ident, text in json.loads(path.read_text(encoding="utf-8")).items():
            for _, forms in SLOT.findall(text):
                if forms:
                    assert forms.count("|") == len(BY_ID[language].categories), (path, ident)
