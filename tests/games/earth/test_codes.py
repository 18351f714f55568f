"""The tables of earth: a number, a row or a name that is missing in one of them is found here."""

from __future__ import annotations

import inspect

from repulse.games.earth.rules.codes import do, events, prompts, reach, where


def test_every_number_has_its_name() -> None:
    for codes in (do, reach, where):
        numbers = [value for name, value in vars(codes).items() if name.isupper() and isinstance(value, int)]
        assert sorted(numbers) == list(range(len(codes.NAMES)))


def test_every_event_has_its_row() -> None:
    declared = {
        name: value for name, value in vars(events).items() if name.isupper() and isinstance(value, int)
    }
    names = [name.lower().replace("_", "-") for name in sorted(declared, key=declared.__getitem__)]
    assert [row.name for row in events.TABLE] == names


def test_the_list_of_prompts_is_complete() -> None:
    declared = [value for _, value in inspect.getmembers(prompts) if type(value).__name__ == "Prompt"]
    assert {prompt.ident for prompt in declared} == set(prompts.BY_ID)
