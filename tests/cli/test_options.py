"""Options of a game on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from repulse.cli.options import names, read_options
from repulse.cli.rulebook import rules_data
from repulse.engine.contract import RepulseError


def test_options() -> None:
    pairs = ["new_worlds=true", "deal=two-start", "n=3", 'overlays=["first-edition"]', "text=a=b"]
    assert read_options(pairs, 4) == {
        "new_worlds": True,
        "deal": "two-start",
        "n": 3,
        "overlays": ["first-edition"],
        "text": "a=b",
        "players": 4,
    }
    assert read_options([], None) == {}
    for bad in ("new_worlds", "=3", ""):
        with pytest.raises(RepulseError, match="key=value"):
            read_options([bad], None)


def test_invalid_json_is_read_as_words() -> None:
    for text in ("[" * 100_000, "9" * 5000, "{"):
        assert read_options([f"deal={text}"], None) == {"deal": text}


def test_names() -> None:
    assert names(" random, sensible,,mine:Bot ") == ["random", "sensible", "mine:Bot"]
    assert names("") == []


def test_overlays_are_names_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('name = "mine"\nstart_energy = 3\n', encoding="utf-8")
    (tmp_path / "other.toml").write_text('name = "other"\nstart_energy = 4\n', encoding="utf-8")
    mine = {"name": "mine", "text": 'name = "mine"\nstart_energy = 3\n'}
    other = {"name": "other", "text": 'name = "other"\nstart_energy = 4\n'}
    assert read_options(["overlays=mine.toml"], None) == {"overlays": [mine]}
    assert read_options(["overlays=./mine.toml,other.toml"], None) == {"overlays": [mine, other]}
    assert read_options(["overlays=mine.toml", "overlays=first-edition"], None) == {
        "overlays": [mine, "first-edition"]
    }
    assert read_options([f'overlays=["{tmp_path / "other.toml"}"]'], None) == {"overlays": [other]}


def test_an_overlay_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RepulseError, match=r"The overlay gone\.toml cannot be read: No such file"):
        read_options(["overlays=gone.toml"], None)
    (tmp_path / "bad.toml").write_text("x =", encoding="utf-8")
    with pytest.raises(RepulseError, match=r"bad\.toml: is not TOML"):
        read_options(["overlays=bad.toml"], None)


def test_the_rules_are_read_with_an_overlay() -> None:
    file = Path(__file__).resolve().parents[2] / "examples" / "overlays" / "other-earth.toml"

    def page(*overlays: str) -> str:
        sections = rules_data("earth", ["invasion"], "en", overlays=overlays)
        # The numbered rulings are about the game as it comes with the program.
        return str([section for section in sections if section["heading"] != "Earth"])

    changed = page(str(file))
    assert "Beringia" in changed
    assert "North Pacific" not in changed
    assert "reconstruct" not in changed
    assert "reconstruct" in page()
