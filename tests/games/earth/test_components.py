"""The component file: its contents, and clear errors for anything wrong with it."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from repulse.games.earth.rules.component_rows import BadComponents
from repulse.games.earth.rules.components import SHIPPED, read_components

TEXT = (resources.files("repulse.games.earth.components") / "components.toml").read_text(encoding="utf-8")


def test_the_counts_of_the_rulebook() -> None:
    assert len(SHIPPED.region_names) == 8
    assert SHIPPED.cards() == 16
    assert len(SHIPPED.portal_mothership) == 8
    assert len(SHIPPED.gadget_faces) == 30
    assert len(SHIPPED.gadget_names) == 15
    assert SHIPPED.threshold[3:] == [48, 36, 28]
    assert (SHIPPED.ships, SHIPPED.start_energy) == (24, 10)


def test_the_components_say_that_they_are_a_reconstruction() -> None:
    assert SHIPPED.reconstruction
    assert "reconstruction" in TEXT


def test_bonus_stars_are_on_low_numbers() -> None:
    """Return A player who is early can be answered by all who come after: no later card has more stars."""
    stars = SHIPPED.stars[1:]
    assert stars == sorted(stars, reverse=True)
    assert stars[0] > stars[-1] >= 3


def test_portal_ships_land_next_to_the_mothership() -> None:
    for portal, home in enumerate(SHIPPED.portal_mothership):
        assert set(SHIPPED.portal_ships[portal]) <= set(SHIPPED.adjacent[home])


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("start_energy = 10", "start_energy = -1", "top: start_energy: a whole number from 0 to 100"),
        ("start_energy = 10", "", "top: start_energy: is missing"),
        ("start_energy = 10", "start_energy = 10\ntea = 1", "top: tea: is not known here"),
        ('["stars", "discount"]', '["tea"]', "turn_order: card 1: reconstructed: the row has no 'tea'"),
        ('name = "Asia"', 'name = "Mars"', "adjacent: one of"),
        ('name = "Asia"', 'name = "As>ia"', "a name without"),
        ('name = "Asia"', 'name = "Europe"', "'Europe' stands twice"),
        ("at = [0, 4]", "at = [0, 3]", "at: a row and a column of its own"),
        ('"Australia", "North Pacific"]', '"Australia"]', "does not name North Pacific in return"),
        ("3, 3, 3]", "3, 3]", "turn_order: discount: is not as long as stars"),
        ('ships = ["Asia", "Africa"]', 'ships = ["Asia", "Mars"]', "portal 8: ships: one of"),
        ('mothership = "Asia"', 'mothership = "Africa"', "portal 7: mothership: Africa has a Portal already"),
        ('do = "deploy", count = 2', 'do = "dance", count = 2', "gadget 1: step 1: do: one of"),
        ('do = "deploy", count = 2', 'do = "deploy"', "gadget 1: step 1: count: is missing"),
        (
            'do = "stars", count',
            'do = "stars", where = "x", count',
            "gadget 6: step 1: where: is not known here",
        ),
        ("hourglass = 1", "hourglass = 3", "gadget 2: hourglass: a whole number from 0 to 2"),
        ("gadget_copies = 2", "gadget_copies = two", "components.toml"),
    ],
)
def test_the_mistake_is_named(wrong: str, right: str, said: str) -> None:
    assert wrong in TEXT
    with pytest.raises(BadComponents, match=re.escape(said)):
        read_components(TEXT.replace(wrong, right, 1))
