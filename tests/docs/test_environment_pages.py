"""The pages of the environments say what the environments are."""

from __future__ import annotations

import re

import pytest
from tools.docs.environment_pages import (
    VERSION,
    Environment,
    environment_list,
    environment_pages,
    environments,
    measure,
    page_name,
)

import repulse.env
from repulse.env import naming

ENVIRONMENTS = [pytest.param(environment, id=environment.name()) for environment in environments()]


def test_the_names_are_those_of_the_environments() -> None:
    assert VERSION == naming.VERSION
    names = [
        environment.name(players)
        for environment in environments()
        for players in (0, *environment.mode.players)
    ]
    assert names == repulse.env.environment_names()


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_sizes_are_those_of_the_spaces(environment: Environment) -> None:
    players = environment.mode.players[-1]
    parallel = getattr(repulse.env, environment.name(players)).parallel_env()
    sizes = measure(environment, players)
    assert parallel.action_space("seat_0").n == sizes.actions
    assert parallel.observation_space("seat_0")["observation"].shape == (sizes.numbers,)
    assert sizes.steps > 20
    assert 2 <= sizes.open_actions <= sizes.actions


def test_a_page_shows_its_environment_and_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    pages = dict(environment_pages())
    assert list(pages) == [
        f"reference/environments/{page_name(environment)}" for environment in environments()
    ]
    page = pages["reference/environments/earth.md"]
    assert page.startswith("# earth_v0\n")
    assert "<svg" in page
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(example, "example", "exec"), {})
    assert re.match(r"\[\d+, \d+, \d+\] \[\d\]", capsys.readouterr().out)
    (spiel,) = re.findall(r'pyspiel.load_game\("([^"]+)"\)', page)
    assert spiel == "repulse_earth(players=3)"


def test_the_list_names_every_page() -> None:
    rows = list(environment_list())
    assert len(rows) == 2 + len(ENVIRONMENTS)
    assert "environments/galaxy-frontier.md" in "\n".join(rows)
