"""Errors survive the way to another process, with all they say."""

from __future__ import annotations

import importlib
import pickle
import pkgutil

import pytest
from tests.engine.toy import ToyGame

import repulse
from repulse.engine.bot import NO_ANSWER, BotError, bot_error
from repulse.engine.contract import BadOptions, IllegalChoice, RepulseError, check_seed
from repulse.engine.record import BadRecord
from repulse.engine.tokens import read_choice


class Coded(RepulseError):
    """An error of another package, with more to say than its text."""

    def __init__(self, code: str, words: str, *, detail: str = "") -> None:
        super().__init__(words)
        self.code = code
        self.detail = detail


def sent(error: Exception) -> object:
    return pickle.loads(pickle.dumps(error))


@pytest.mark.parametrize("error", [RepulseError("a"), BadOptions("b"), BadRecord("c")])
def test_text_and_type_survive(error: RepulseError) -> None:
    again = sent(error)
    assert type(again) is type(error)
    assert str(again) == str(error)


def test_an_illegal_choice_keeps_its_reason() -> None:
    again = sent(IllegalChoice("too-few", {"least": 2}))
    assert isinstance(again, IllegalChoice)
    assert (again.reason, again.facts, str(again)) == ("too-few", {"least": 2}, "too-few (least=2)")


def test_a_bot_error_keeps_what_it_was() -> None:
    error = bot_error(
        "mine:Bot",
        ToyGame().start({}, 1).decision(1),
        [9],
        error=IllegalChoice("x", {"n": 1}),
        where=" in game 3",
    )
    again = sent(error)
    assert isinstance(again, BotError)
    assert str(again) == "The bot 'mine:Bot' (player 2) answered 'bid' with [9] in game 3: x (n=1)"
    assert again.illegal
    assert not bot_error("b", ToyGame().start({}, 1).decision(1), NO_ANSWER, error=KeyError("k")).illegal


def test_notes_are_kept() -> None:
    for error in (RepulseError("a"), IllegalChoice("r", {"f": 1}), BotError("w", True)):
        error.add_note("where it was")
        assert getattr(sent(error), "__notes__", None) == ["where it was"]


def test_errors_with_other_constructors_survive_too() -> None:
    again = sent(Coded("full", "There is no room.", detail="x"))
    assert isinstance(again, Coded)
    assert (again.code, again.detail, str(again)) == ("full", "x", "There is no room.")


def import_all_modules() -> None:
    """Import every module of the package, except those whose extra is not installed."""
    for module in pkgutil.walk_packages(repulse.__path__, "repulse."):
        # Alembic runs its environment itself.
        if "__main__" in module.name or module.name.endswith("migrations.env"):
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] == "repulse":
                raise


def test_every_error_of_the_package_survives() -> None:
    import_all_modules()
    errors: list[RepulseError] = [IllegalChoice("reason", message="words"), BotError("words", True)]
    kinds = [RepulseError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert len(kinds) > 6
    for kind in kinds:
        error = next((error for error in errors if type(error) is kind), kind.__new__(kind, "words"))
        again = sent(error)
        assert type(again) is kind
        assert str(again) == "words"


def test_a_bad_seed_is_a_one_line_error() -> None:
    for seed in (-1, 1 << 64, 10**5000):
        with pytest.raises(BadOptions, match="A seed is a whole number"):
            check_seed(seed)


def test_a_token_without_end_is_refused() -> None:
    state = ToyGame().start({}, 1)
    with pytest.raises(RepulseError, match="There is no card") as caught:
        read_choice(ToyGame(), state, state.decision(0), tokens=["card-" + "9" * 5000])
    assert len(str(caught.value)) < 120
