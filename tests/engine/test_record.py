"""Records: written, read, and refused with one clear line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.engine.toy import ToyGame

from repulse.engine.match import Match, replay
from repulse.engine.record import BadRecord, Record, read_record


def played(choices: int) -> Match:
    match = Match(ToyGame(), {"players": 2}, 3)
    for _ in range(choices):
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        match.answer(seat, decision.options[: max(1, decision.least)])
    return match


def test_round_trip() -> None:
    text = played(5).record().to_json()
    again = read_record(text)
    assert again.to_json() == text
    assert again.seed == 3
    assert again.options == {"players": 2}
    assert len(again.choices) == 5


def test_one_choice_a_line() -> None:
    text = played(3).record().to_json()
    assert text.endswith("]}\n")
    assert len(text.splitlines()) == 5
    json.loads(text)
    assert json.loads(played(0).record().to_json())["choices"] == []


def test_words_survive_any_script() -> None:
    record = Record("toy", "1", 0, options={"name": "Ère"}, choices=[(0, ["Ξένος", 'a "b"', "{x}"]), (1, [])])
    assert read_record(record.to_json()).choices == record.choices


def test_notes_are_kept() -> None:
    record = Record("toy", "1", 0, options={}, choices=[], notes={"seat": 1, "bots": ["random"]})
    assert read_record(record.to_json()).notes == {"seat": 1, "bots": ["random"]}
    assert read_record(record.to_json()).to_json() == record.to_json()
    with pytest.raises(BadRecord, match="notes"):
        read_record(record.to_json().replace('{"seat": 1, "bots": ["random"]}', "3"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "'repulse' is missing"),
        ("{}", "'repulse' is missing"),
        ('{"repulse": 3}', "format 3"),
        ('{"repulse": true}', "format True"),
        ('{"repulse": 2, "game": "toy", "rules": "1", "seed": 1}', "no seed"),
        ('{"repulse": 2, "game": "toy", "rules": "1", "seed": "-1"}', "seed of this record"),
        (
            '{"repulse": 2, "game": "toy", "rules": "1", "seed": "18446744073709551616"}',
            "seed of this record",
        ),
        ('{"repulse": 2, "game": "toy", "rules": "1", "seed": "\u0661"}', "seed of this record"),
        ('{"repulse": 2, "game": "toy", "rules": "1", "seed": "1"}', "no options"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": "1"}', "no seed"),
        ('{"repulse": 1}', "does not name its game"),
        ('{"repulse": 1, "game": "toy", "rules": 1}', "does not name its game"),
        ('{"repulse": 1, "game": "toy", "rules": "1"}', "no seed"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": true}', "no seed"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": -1}', "seed of this record"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": 18446744073709551616}', "seed of this record"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": ' + "9" * 5000 + "}", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": 1}', "no options"),
        ('{"repulse": 1, "game": "toy", "rules": "1", "seed": 1, "options": {}, "choices": [3]}', "Choice 0"),
        (
            '{"repulse": 1, "game": "toy", "rules": "1", "seed": 1, "options": {}, "choices": [[]]}',
            "Choice 0",
        ),
        (
            '{"repulse": 1, "game": "toy", "rules": "1", "seed": 1, "options": {}, "choices": [["a"]]}',
            "Choice 0",
        ),
        (
            '{"repulse": 1, "game": "toy", "rules": "1", "seed": 1, "options": {}, "choices": [[0, 1]]}',
            "Choice 0",
        ),
    ],
)
def test_bad_records(text: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words) as caught:
        read_record(text)
    assert "\n" not in str(caught.value)


def test_record_of_another_game_or_rules() -> None:
    game = ToyGame()
    with pytest.raises(BadRecord, match="of chess"):
        replay(game, Record("chess", "1", 0, options={}, choices=[]))
    with pytest.raises(BadRecord, match="rules 0"):
        replay(game, Record("toy", "0", 0, options={}, choices=[]))


@pytest.mark.parametrize(
    "answer", [(0, ["card-9"]), (0, ["nonsense"]), (0, []), (7, ["card-1"]), (-1, ["card-1"])]
)
def test_record_that_cannot_be_played(answer: tuple[int, list[str]]) -> None:
    with pytest.raises(BadRecord, match="Choice 0"):
        replay(ToyGame(), Record("toy", "1", 0, options={}, choices=[answer]))


def test_replay_of_a_part() -> None:
    match = played(6)
    assert len(replay(match.game, match.record(), 4).choices) == 4
    assert replay(match.game, match.record(), 0).choices == []
    assert replay(match.game, match.record()).state.data() == match.state.data()


def test_a_record_of_format_1_is_still_read() -> None:
    old = (Path(__file__).parent / "records" / "format-1.json").read_text(encoding="utf-8")
    assert '"seed": 6,' in old
    record = read_record(old)
    assert record.seed == 6
    new = record.to_json()
    assert '"repulse": 2' in new
    assert '"seed": "6"' in new
    assert read_record(new) == record


def test_the_largest_seed_survives_as_text() -> None:
    record = Record("toy", "1", 2**64 - 1, options={}, choices=[])
    assert f'"seed": "{2**64 - 1}"' in record.to_json()
    assert read_record(record.to_json()).seed == 2**64 - 1
