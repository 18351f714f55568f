"""JSON and TOML: parsed, or refused with a reason in one line."""

from __future__ import annotations

import pytest

from repulse.engine.parsing import MAX_NUMBER, ParseError, parse_json, parse_toml
from repulse.engine.record import BadRecord, read_record

DIGITS = ["9" * 21, "9" * 4000, "9" * 5000, "-" + "9" * 5000, "0x" + "f" * 5000]


@pytest.mark.parametrize("digits", DIGITS)
def test_a_huge_number_in_toml_is_refused(digits: str) -> None:
    with pytest.raises(ParseError, match="more than 20 digits"):
        parse_toml(f"a = [{{ b = {digits} }}]")


@pytest.mark.parametrize("digits", DIGITS[:-1])
def test_a_huge_number_in_json_is_refused(digits: str) -> None:
    with pytest.raises(ParseError, match="more than 20 digits"):
        parse_json(f'{{"a": [{digits}]}}')


def test_numbers_up_to_the_limit_are_read() -> None:
    assert parse_json(f"[{MAX_NUMBER - 1}, -5, 1.5]") == [MAX_NUMBER - 1, -5, 1.5]
    assert parse_toml("a = 0x10") == {"a": 16}


@pytest.mark.parametrize("parse", [parse_json, parse_toml])
@pytest.mark.parametrize("text", ["[" * 100_000, "a = " + "[" * 100_000, "{", "a = 1 = 2", '"'])
def test_text_that_cannot_be_parsed_is_refused_in_one_line(parse: object, text: str) -> None:
    assert callable(parse)
    with pytest.raises(ParseError) as error:
        parse(text)
    assert str(error.value).isprintable()


@pytest.mark.parametrize("digits", DIGITS[:-1])
def test_a_huge_number_in_a_record_is_refused(digits: str) -> None:
    text = (
        f'{{"repulse": 1, "game": "galaxy", "rules": "1", "seed": {digits}, "options": {{}}, "choices": []}}'
    )
    with pytest.raises(BadRecord, match="more than 20 digits"):
        read_record(text)
