"""Names of people: none passes for the table itself, or for somebody else by letters that look alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from repulse.table.names import RESERVED, person_name
from repulse.table.refusals import RefusalError

TEXTS = Path(__file__).resolve().parents[2] / "web/src/i18n"


def code_of(name: str) -> str:
    try:
        person_name(name)
    except RefusalError as error:
        return error.code
    return ""


@pytest.mark.parametrize("name", [word for words in RESERVED.values() for word in words.split()])
def test_nobody_is_called_what_the_table_calls_itself(name: str) -> None:
    assert code_of(name) == code_of(name.upper()) == code_of(f" {name}!") == "bad-name"


@pytest.mark.parametrize(
    "name",
    [
        "h0st",
        "Hote",
        "H\u043est",
        "\u0397ost",
        "\u0405\u0435rv\u0435r",
        "Y\u03bfu",
        "\uff28\uff4f\uff53\uff54",
        "P1ayer 2",
        "Player l",
    ],
)
def test_nor_anything_that_looks_like_it(name: str) -> None:
    assert code_of(name) == "bad-name"


@pytest.mark.parametrize(
    "name",
    ["bot", "Bot sensible", "BOT (master)", "b\u043et", "B0T 2", "\u30dc\u30c3\u30c8\u4e2d\u7d1a\u8005"],
)
def test_nobody_is_called_what_bots_are_called(name: str) -> None:
    assert code_of(name) == "bad-name"


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_bots_as_the_page_shows_them_are_no_names(language: str) -> None:
    texts = json.loads((TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    bots = [text for key, text in texts.items() if key.startswith("bot.") and key.count(".") == 1]
    assert len(bots) > 5
    for bot in bots:
        assert code_of(texts["seat.bot"].replace("{bot}", bot)) == "bad-name"
        assert code_of(texts["seat.person"].replace("{n}", "3")) == "bad-name"


@pytest.mark.parametrize(
    "name", ["\u0410nn", "B\u043eb", "P\u03b1ul", "Ann\u0430 Smith", "Sm\u0456th 2", "\u0531nn"]
)
def test_a_word_with_letters_of_two_alphabets_is_refused(name: str) -> None:
    assert code_of(name) == "mixed-name"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Botticelli",
        "Robota",
        "Hosta",
        "Zo\u00eb",
        "\u0410\u043d\u043d\u0430",
        "\u0410\u043d\u043d\u0430 Smith",
        "\u039d\u03af\u03ba\u03bf\u03c2",
        "\u30db\u30c3\u30c8",
        "\u674e Ann",
        "\u30a2\u30f3Ann",
        "Master",
        "",
    ],
)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert person_name(name) == name
