"""Files of nets with damaged bytes: every one is the same net, another net, or a BadNetError in one line."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO

import pytest
from tests.bots.nets import small_net

from repulse.bots.neural.net import BadNetError, load_net

MUTANTS = 600


@pytest.fixture(scope="module")
def whole() -> bytes:
    file = BytesIO()
    small_net("earth", {"players": 3}).save(file)
    return file.getvalue()


def read(data: bytes) -> str:
    """Return the message about a file; empty if it can be read."""
    try:
        load_net(BytesIO(data))
    except BadNetError as error:
        return str(error)
    return ""


def flip(data: bytes, chance: random.Random, most: int = 4) -> bytes:
    bad = bytearray(data)
    for _ in range(chance.randint(1, most)):
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
    return bytes(bad)


def check(lines: list[str], least: int) -> None:
    said = [line for line in lines if line]
    assert len(said) >= least
    assert all(line.isprintable() and len(line) < 400 for line in said)


def test_a_truncated_net_is_refused_in_one_line(whole: bytes) -> None:
    chance = random.Random(1)
    check([read(whole[: chance.randrange(len(whole))]) for _ in range(MUTANTS)], MUTANTS)


def test_a_net_with_flipped_bits_is_refused_in_one_line(whole: bytes) -> None:
    chance = random.Random(2)
    check([read(flip(whole, chance)) for _ in range(MUTANTS)], MUTANTS // 2)


def test_a_net_with_bad_arrays_in_a_sound_archive_is_refused_in_one_line(whole: bytes) -> None:
    """The checksums of the archive are right, so the damage reaches numpy's own reader of headers."""
    chance = random.Random(3)
    with zipfile.ZipFile(BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    lines = []
    for _ in range(MUTANTS):
        bad = parts | {name: flip(data[:128], chance) + data[128:] for name, data in parts.items()}
        file = BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, data in bad.items():
                archive.writestr(name, data)
        lines.append(read(file.getvalue()))
    check(lines, MUTANTS // 2)
