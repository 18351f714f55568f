"""Rulings on the setup: start worlds, opening hands, the pool, player order."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.engine.contract import SPECTATOR, BadOptions
from repulse.games.galaxy.rules.card_table import FACE_DOWN
from repulse.games.galaxy.rules.state import GalaxyState

ANN_HAND = ["Gem World", "Spice World", "New Earth", "Mining World", "Plague World", "Comet Zone"]
JOE_HAND = ["Space Port", "Rebel Base", "Public Works", "Drop Ships", "Space Marines", "Colony Ship"]


def start(
    starts: list[str], game: str = "xeno-invasion", pile: list[str] | None = None, **options: object
) -> GalaxyState:
    """Return a game as dealt: start worlds by seat, and the top of the deck before the hands are dealt."""
    arrangement = {"starts": starts, "piles": [pile if pile is not None else ANN_HAND + JOE_HAND]}
    all_options: dict[str, object] = {"game": game, "players": 2, **options, "arrangement": arrangement}
    return g.GAME.start(all_options, seed=5)


def two_starts(pile: list[str] | None = None) -> GalaxyState:
    """Ann has New Sparta (red) and Old Earth (blue), Joe Rebel Cadre (red) and Alpha Centauri (blue)."""
    return start(["New Sparta", "Rebel Cadre", "Old Earth", "Alpha Centauri"], pile=pile)


def test_r_sup_01_one_red_and_one_blue_start_world_each() -> None:
    s = g.GAME.start({"game": "xeno-invasion", "players": 5}, seed=11)
    for player in range(5):
        numbers = [s.cards.start_number[card] for card in s.offered[player]]
        assert sorted(number % 2 for number in numbers) == [0, 1]


def test_r_sup_01_eight_cards_are_seen_before_choosing() -> None:
    s = two_starts()
    view = s.view(0)
    assert g.offered(s, 0) == ["New Sparta", "Old Earth"]
    assert g.hand(view, 0) == ANN_HAND


def test_r_sup_01_nobody_else_sees_them() -> None:
    view = two_starts().view(1)
    assert view.hand[0] == [FACE_DOWN] * 6
    assert view.offered[0] == [FACE_DOWN] * 2


def test_r_sup_01_one_start_world_and_two_cards_go_to_the_discards() -> None:
    s = two_starts()
    g.answer(s, 0, "Old Earth")
    g.answer(s, 0, "Gem World", "Comet Zone")
    g.answer(s, 1, "Rebel Cadre")
    g.answer(s, 1, "Space Port", "Public Works")
    assert g.tableau(s, 0) == ["Old Earth"]
    assert g.tableau(s, 1) == ["Rebel Cadre"]
    assert g.hand(s, 0) == ["Spice World", "New Earth", "Mining World", "Plague World"]
    assert sorted(g.discards(s)) == [
        "Alpha Centauri",
        "Comet Zone",
        "Gem World",
        "New Sparta",
        "Public Works",
        "Space Port",
    ]


def test_r_sup_01_exactly_two_cards() -> None:
    s = two_starts()
    g.answer(s, 0, "Old Earth")
    assert g.refused(s, 0, "Gem World") == "too-few"
    assert g.refused(s, 0, "Gem World", "Spice World", "New Earth") == "too-many"


def test_r_sup_01_all_reveal_together() -> None:
    s = two_starts()
    g.answer(s, 0, "Old Earth")
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert s.seats_owing() == [1]
    for viewer in (1, SPECTATOR):
        assert g.tableau(s.view(viewer), 0) == []
    g.answer(s, 1, "Rebel Cadre")
    assert g.tableau(s, 0) == []


def test_r_sup_02_an_undealt_start_world_can_be_in_an_opening_hand() -> None:
    s = two_starts(pile=["Terraforming Surveyors", *ANN_HAND])
    assert g.hand(s, 0)[0] == "Terraforming Surveyors"


def test_r_sup_02_such_a_start_world_is_an_ordinary_world() -> None:
    s = two_starts(pile=["Terraforming Surveyors", *ANN_HAND[:5], *JOE_HAND])
    for player, start_world in ((0, "New Sparta"), (1, "Rebel Cadre")):
        g.answer(s, player, start_world)
        g.answer(
            s, player, *(["Gem World", "Plague World"] if player == 0 else ["Rebel Base", "Public Works"])
        )
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Settle")
    g.answer(s, 0, "Terraforming Surveyors")
    g.answer(s, 1, "pass")
    assert s.decision(0).least == 2, "its printed cost"
    g.answer(s, 0, "Spice World", "Mining World")
    assert g.tableau(s, 0) == ["New Sparta", "Terraforming Surveyors"]


def test_r_sup_02_every_undealt_start_world_is_in_the_deck() -> None:
    s = two_starts()
    undealt = {
        "Epsilon Eridani",
        "Earth's Lost Colony",
        "Alien First Contact Team",
        "Starry Rift Pioneers",
        "Terraforming Surveyors",
        "Anti-Xeno Defense Post",
    }
    assert undealt <= set(g.deck(s))


@pytest.mark.parametrize("world", ["Alpha Centauri", "Starry Rift Pioneers"])
def test_r_sup_03_a_windfall_start_world_has_a_good_before_round_1(world: str) -> None:
    s = start([world, "Old Earth"], deal="single")
    g.answer(s, 0, "Gem World", "Spice World")
    g.answer(s, 1, "Space Port", "Rebel Base")
    assert g.question(s, 0) == "action"
    assert g.goods(s, 0) == [world]
    assert g.goods(s, 1) == []


def test_r_sup_03_gateway_station_too() -> None:
    s = start(["Gateway Station", "Old Earth"], "base", deal="single", new_worlds=True)
    g.answer(s, 0, "Gem World", "Spice World")
    g.answer(s, 1, "Space Port", "Rebel Base")
    assert g.goods(s, 0) == ["Gateway Station"]


def test_r_sup_03_no_good_before_the_choice_is_made() -> None:
    s = two_starts()
    g.answer(s, 1, "Alpha Centauri")
    g.answer(s, 1, "Space Port", "Public Works")
    assert g.goods(s, 1) == []
    g.answer(s, 0, "Old Earth")
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert g.goods(s, 1) == ["Alpha Centauri"]


def test_one_start_world_is_dealt_face_up_and_two_of_six_discarded() -> None:
    s = start(["Old Earth", "New Sparta"], "base")
    assert g.tableau(s, 0) == ["Old Earth"]
    assert g.hand(s, 1) == JOE_HAND
    g.answer(s, 0, "Gem World", "Spice World")
    g.answer(s, 1, "Space Port", "Rebel Base")
    assert [len(g.hand(s, player)) for player in (0, 1)] == [4, 4]


PRESETS = [
    ("Epsilon Eridani", ["Rebel Fuel Cache", "Public Works", "Colony Ship", "Gem World"]),
    ("Alpha Centauri", ["Expedition Force", "Mining Robots", "Rebel Miners", "Comet Zone"]),
    ("New Sparta", ["Export Duties", "Former Penal Colony", "Malevolent Lifeforms", "New Military Tactics"]),
    ("Earth's Lost Colony", ["Space Marines", "Contact Specialist", "Spice World", "Avian Uplift Race"]),
    (
        "Alien First Contact Team",
        [
            "Alien Weapon Cache",
            "Rebel Black Market Gangs",
            "Terraforming Uplift Project",
            "Uplift Terraforming",
        ],
    ),
]


@pytest.mark.parametrize(("world", "cards"), PRESETS)
def test_a_preset_hand_goes_with_its_start_world(world: str, cards: list[str]) -> None:
    other = "New Sparta" if world != "New Sparta" else "Epsilon Eridani"
    s = start([world, other], deal="preset", pile=[])
    assert g.tableau(s, 0) == [world]
    assert sorted(g.hand(s, 0)) == sorted(cards)
    assert g.question(s, 0) == "action", "no deal and no discard"
    assert "Old Earth" in g.deck(s)
    assert g.discards(s) == []


def test_the_cards_of_unused_presets_are_in_the_deck() -> None:
    s = start(["Epsilon Eridani", "Alpha Centauri"], deal="preset", pile=[])
    for name in ("Space Marines", "Contact Specialist", "Spice World", "Avian Uplift Race"):
        assert name in g.deck(s)


@pytest.mark.parametrize(("players", "pool"), [(2, 24), (3, 36), (4, 48), (5, 60)])
def test_the_pool_is_twelve_chips_a_player(players: int, pool: int) -> None:
    assert g.GAME.start({"game": "xeno-invasion", "players": players}, seed=1).pool == pool


def test_player_order_begins_with_the_lowest_start_number() -> None:
    s = start(
        ["New Sparta", "Earth's Lost Colony", "Epsilon Eridani"], "base", players=3, deal="preset", pile=[]
    )
    assert s.player_order() == [2, 0, 1]


def test_new_worlds_come_first_in_player_order() -> None:
    s = start(["Old Earth", "Gateway Station"], "base", deal="single", new_worlds=True)
    g.answer(s, 0, "Gem World", "Spice World")
    g.answer(s, 1, "Space Port", "Rebel Base")
    assert s.player_order() == [1, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"game": "base", "players": 5},
        {"game": "base", "players": 1},
        {"game": "xeno-invasion", "players": 6},
        {"game": "base", "players": 3, "deal": "two-start"},
        {"game": "base", "players": 3, "experienced": True},
    ],
)
def test_games_that_there_are_not(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        g.GAME.start(options, seed=1)
