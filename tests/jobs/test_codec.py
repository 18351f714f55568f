"""Values as bytes: what arrives equals what was sent, and foreign bytes make no foreign objects."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from repulse.arena.league.plan import Fixture, division_for
from repulse.arena.league.results import play_fixture
from repulse.arena.many import make_plan, play_number
from repulse.engine.bot import BotError
from repulse.engine.contract import RepulseError
from repulse.jobs.codec import CodecError, decode, decode_batch, encode, encode_batch, task_types
from repulse.jobs.pool import BatchResult
from repulse.learn.selfplay_jobs import play_job
from repulse.study.record import play_studied

pytestmark = pytest.mark.usefixtures("toy_installed")


class Pair(NamedTuple):
    name: str
    weight: float


@dataclass
class Sample:
    count: int
    rate: float
    flag: bool
    pairs: list[Pair]
    names: tuple[str, ...]
    nested: dict[str, Sample]
    plain: dict[str, object]
    numbers: npt.NDArray[np.float32]
    cells: bytes
    either: str | int
    maybe: Pair | None = None
    more: list[int] = field(default_factory=list)


def sample(nested: dict[str, Sample]) -> Sample:
    return Sample(
        1 << 63,
        0.1,
        True,
        [Pair("a", 1.5)],
        ("x", "y"),
        nested,
        {"list": [1, None, {"deep": "é"}]},
        np.array([[1, 2], [3, 4]], np.float32),
        b"\x00\xff",
        7,
        Pair("b", 2.0),
        [3],
    )


def test_a_value_arrives_as_it_was_sent() -> None:
    value = sample({"inner": sample({})})
    arrived = decode(encode(value), Sample)
    inner = arrived.nested["inner"]
    for before, after in ((value, arrived), (value.nested["inner"], inner)):
        assert before.numbers.dtype == after.numbers.dtype
        assert np.array_equal(before.numbers, after.numbers)
        before.numbers = after.numbers = np.zeros(0, np.float32)
    arrived.nested = value.nested = {}
    assert arrived == value
    assert type(arrived.either) is int


@dataclass(kw_only=True)
class Settings:
    name: str
    weights: dict[str, float]


def test_keyword_only_fields_arrive_as_they_were_sent() -> None:
    settings = Settings(name="base", weights={"win": 0.5})
    assert decode(encode(settings), Settings) == settings


def test_plain_values_travel_as_json() -> None:
    plan = make_plan("toy", {"players": 2}, ["random"], games=3)
    data = encode(plan)
    assert json.loads(data)[0] == "toy"
    assert decode(data, type(plan)) == plan


@pytest.mark.parametrize("task", [play_number, play_fixture, play_studied, play_job])
def test_the_types_of_every_task_can_be_read(task: Any) -> None:
    job, result = task_types(task)
    assert job is not None
    assert result is not None


def test_fixtures_and_results_travel() -> None:
    table = division_for("toy", {"players": 2})
    fixtures = [Fixture(table, 1, ("random", "random"))]
    job, result_type = task_types(play_fixture)
    assert decode(encode(fixtures), job) == fixtures
    result = play_fixture(fixtures, 0)
    assert decode(encode(result), result_type) == result


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"[1, 2]", tuple[int, str]),
        (b'"text"', list[str]),
        (b"true", int),
        (b"{", int),
        (b"[1]", Pair),
        (b"PK\x03\x04 no archive", int),
        (pickle.dumps(1), int),
    ],
)
def test_bytes_of_another_type_are_refused(data: bytes, kind: Any) -> None:
    with pytest.raises(CodecError):
        decode(data, kind)


def test_pickled_arrays_are_refused() -> None:
    from io import BytesIO

    buffer = BytesIO()
    np.savez(buffer, tree=np.array([object()], object))
    with pytest.raises(CodecError):
        decode(buffer.getvalue(), int)


@pytest.mark.parametrize("value", [object(), {1: 2}, {"deep": [set()]}])
def test_a_value_that_cannot_travel_is_named(value: object) -> None:
    with pytest.raises(CodecError, match="sent"):
        encode(value)


def test_errors_keep_their_type_message_and_notes() -> None:
    for error, kind in (
        (BotError("It cheats.", True), BotError),
        (RepulseError("Not here."), RepulseError),
        (ZeroDivisionError("oh"), RuntimeError),
    ):
        error.add_note("where it happened")
        batch = decode_batch(encode_batch(BatchResult(4, [1, error], 0.5)), int)
        arrived = batch.results[-1]
        assert (batch.first, batch.results[0], batch.seconds) == (4, 1, 0.5)
        assert type(arrived) is kind
        assert str(error) in str(arrived)
        assert isinstance(arrived, Exception)
        assert arrived.__notes__ == ["where it happened"]
        assert not isinstance(arrived, BotError) or arrived.illegal
