"""The tables of galaxy: a number, a row or a name that is missing in one of them is found here."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType

import pytest

from repulse.engine.contract import ONE
from repulse.games.galaxy.bots.sensible.bot import _HANDLERS
from repulse.games.galaxy.cards.notation import FORMS
from repulse.games.galaxy.codes import action, deck, effect, events, good_kind, no_card, phase, prompts, step
from repulse.games.galaxy.rules import step_table
from repulse.games.galaxy.rules.phases import rounds
from repulse.games.galaxy.rules.step_table import STEPS


def numbers(codes: ModuleType, skip: str = "") -> dict[str, int]:
    """Return the constants of a namespace, by name."""
    constants = {
        name: value for name, value in vars(codes).items() if name.isupper() and isinstance(value, int)
    }
    return {name: value for name, value in constants.items() if not name.startswith(skip or "-")}


@pytest.mark.parametrize(
    "codes", [effect, phase, step, action], ids=lambda codes: codes.__name__.split(".")[-1]
)
def test_numbers_have_no_gap_and_no_twin(codes: ModuleType) -> None:
    assert sorted(numbers(codes).values()) == list(range(len(numbers(codes))))


def test_names_follow_from_the_constants() -> None:
    assert effect.NAMES[effect.DRAW_AFTER] == "draw_after"
    assert phase.NAMES[phase.SETTLE] == "settle"
    assert good_kind.NAMES == ("none", "novelty", "rare", "genes", "alien")
    assert len(deck.NAMES) == len(numbers(deck))
    assert len(action.TOKENS) == len(numbers(action))
    assert len(no_card.TOKENS) == len(numbers(no_card)) + 1


def test_every_event_has_its_row() -> None:
    declared = numbers(events, skip="FOR_")
    assert [row.name for row in events.TABLE] == [
        name.lower() for name in sorted(declared, key=declared.__getitem__)
    ]


def test_every_step_number_has_its_step() -> None:
    assert len(STEPS) == len(step_table._BY_NUMBER) == len(step.NAMES)
    assert isinstance(STEPS[step.ROUND], rounds.Round)


def test_every_power_of_the_notation_has_a_number_and_every_number_a_form() -> None:
    assert {what for _, what in FORMS} == set(effect.NAMES)
    assert {where for where, _ in FORMS} == set(phase.NAMES)


@pytest.mark.source_only
def test_every_prompt_is_asked_by_a_step_as_its_row_says(root: Path) -> None:
    asked = set()
    for path in (root / "src" / "repulse" / "games" / "galaxy" / "rules" / "phases").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id.startswith("ask_")
            ):
                row = node.args[0]
                assert isinstance(row, ast.Attribute), f"{path.name}: a question that is not in the table"
                prompt = getattr(prompts, row.attr)
                assert (node.func.id == "ask_one") == (prompt.kind == ONE), prompt.ident
                asked.add(prompt.ident)
    assert asked == {prompt.ident for prompt in prompts.PROMPTS}


def test_the_list_of_prompts_is_complete() -> None:
    declared = [value for _, value in inspect.getmembers(prompts) if type(value).__name__ == "Prompt"]
    assert {prompt.ident for prompt in declared} == set(prompts.BY_ID)
    assert len(prompts.BY_ID) == len(prompts.PROMPTS) == len(declared)


def prompts_named_in(path: Path) -> set[str]:
    """Return the strings that a module compares with the prompt of a decision."""
    prompt_ids = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("prompt"):
            for part in node.comparators:
                prompt_ids |= {
                    node.value
                    for node in ast.walk(part)
                    if isinstance(node, ast.Constant) and isinstance(node.value, str)
                }
    return prompt_ids


@pytest.mark.source_only
def test_no_module_asks_for_a_prompt_that_is_not_in_the_table(root: Path) -> None:
    folder = root / "src" / "repulse" / "games" / "galaxy"
    named = {path: prompts_named_in(path) for path in folder.rglob("*.py")}
    assert sum(map(len, named.values())) > 20
    assert not {path.name: unknown for path, ids in named.items() if (unknown := ids - set(prompts.BY_ID))}


def test_the_sensible_player_has_an_answer_of_its_own_for_every_prompt() -> None:
    answered = {"action", "actions", "actions.order", *_HANDLERS}
    assert answered == set(prompts.BY_ID)
