"""Rulings on the conquest stage of the Counterstrike game: retaliation."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.conquest_positions import NINE, SUPPLY, attacked_in_round_9
from tests.games.galaxy.rulings.counterstrike_positions import ARMY, FRONTIER, GAME

from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.state import GalaxyState

# --- the retaliation step ---


def test_r_cst_28_disks_are_updated_first() -> None:
    s = g.retaliation(tableau=ARMY, rivals=[g.seat(tableau=["New Sparta"])], disks=[1, 5], attacks=[8, "M+3"])
    assert g.war(s).spaces == [10, 2]
    assert g.war(s).order == [0, 1]


def test_r_cst_28_the_conquest_value_ends_the_game_before_any_card() -> None:
    s = g.retaliation(tableau=ARMY, rivals=[g.seat(tableau=["New Sparta"])], repulse=11)
    assert s.over
    assert len(g.war(s).deck) == 11


def test_r_cst_28_also_in_a_round_in_which_a_system_was_conquered() -> None:
    s = g.settle(
        tableau=[SUPPLY, *ARMY],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite V"],
        repulse=10,
        game=GAME,
    )
    g.answer(s, 0, "attack")
    assert s.over


def test_r_cst_28_otherwise_one_card_a_player() -> None:
    s = g.retaliation(tableau=ARMY, rivals=[g.seat(), g.seat()], attacks=[8, "M+3", "M+4"])
    assert len(g.war(s).deck) == 11 - 3


LESSER = [  # Military vs. Xenos of 4 and 1, and cards for the bunker
    g.seat(tableau=["New Sparta", "Rebel Resistance"], spare=3),
    g.seat(tableau=["Epsilon Eridani"], spare=3),
]


def test_r_cst_29_the_order_of_military_xenos_plus_and_numbers() -> None:
    """Seats of 10, 4 and 1: the reverse of the invasion for M+#."""
    s = g.retaliation(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines", "Gem World"],
        rivals=LESSER,
        attacks=["M+5", 8, "M+X+2"],
    )
    assert g.question(s, 0) == "invasion.damage"
    assert [g.attack(s, player) for player in range(3)] == ["M+X+2", 8, "M+5"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["M+X+3", "M+X+6", "M+X+4"], ["M+X+6", "M+X+4", "M+X+3"]),
        ([8, 12, 10], [12, 10, 8]),
        (["M+4", "M+5", "M+3"], ["M+5", "M+4", "M+3"]),
        (["M+5", "M+X+2", 12], ["M+X+2", 12, "M+5"]),
    ],
)
def test_r_cst_29_within_a_sort_by_number(cards: list[int | str], expected: list[int | str]) -> None:
    s = g.retaliation(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Gem World"],
        rivals=LESSER,
        attacks=cards,
        spare=3,
    )
    assert s.seats_owing()[0] == 0
    assert [g.attack(s, player) for player in range(3)] == expected


def test_r_cst_29_stacks_rotate_after_the_cards_are_handed_out() -> None:
    s = g.retaliation(
        tableau=["New Sparta", "Gem World"],
        rivals=[g.seat(tableau=["Space Marines", "Old Earth", "Spice World"])],
        disks=[2, 2],
        attacks=[12, 10],
    )
    assert g.war(s).order == [1, 0], "seat 0 lay on top, had the 12, and lies at the bottom now"
    assert g.attack(s, 0) == 12
    assert g.attack(s, 1) == 10


@pytest.mark.parametrize(
    ("cards", "strength", "holds"),
    [
        # M+#: what comes on top of unqualified Military must exceed the number.
        (["Anti-Xeno Resistance", "Alien Historians"], "M+3", True),
        (["Anti-Xeno Resistance", "Alien Historians"], "M+4", False),
        (["Anti-Xeno Resistance", "Alien Historians", "Rebel Bunker"], "M+4", True),
        (ARMY, "M+3", False),
        # M+X+#: only defense (and temporary powers) count on top.
        (["Alien Anti-Xeno Guardians"], "M+X+2", True),
        (["Alien Anti-Xeno Guardians"], "M+X+3", False),
        ([*ARMY, "Anti-Xeno Armada"], "M+X+2", False),
        ([*ARMY, "Alien Anti-Xeno Guardians"], "M+X+2", True),
        # A plain number against everything.
        (["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order"], 8, False),
        (["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Rebel Bunker"], 8, True),
    ],
)
def test_r_cst_30_the_retaliation_strengths(cards: list[str], strength: int | str, holds: bool) -> None:
    """The rival is stronger where seat 0 is to have the lower card, else weaker."""
    stronger = g.seat(tableau=["Anti-Xeno Armada", "Anti-Xeno Alien Warships"])
    weaker = g.seat(tableau=["Old Earth", "Contact Specialist"])
    rival = stronger if strength in ("M+3", "M+4") else weaker
    s = g.retaliation(tableau=cards, rivals=[rival], attacks=[strength, "M+5"])
    assert (g.war(s).awards[0] > 0) == holds


@pytest.mark.parametrize(("strength", "holds"), [("M+X+5", True), ("M+X+6", False)])
def test_r_cst_30_temporary_powers_count_against_m_x(strength: str, holds: bool) -> None:
    """3 of Anti-Xeno Militia and 3 of New Military Tactics beat 5, not 6."""
    s = g.retaliation(
        tableau=["Old Earth", "Anti-Xeno Militia", "New Military Tactics"],
        rivals=[g.seat(tableau=["Starry Rift Pioneers"], damaged=["Starry Rift Pioneers"])],
        attacks=[strength, "M+3"],
    )
    g.answer(s, 0, "Anti-Xeno Militia")
    g.answer(s, 0, "New Military Tactics")
    assert g.war(s).awards[0] == (2 if holds else 0)
    assert g.damaged(s, 0) == ([] if holds else ["Old Earth"])


def test_r_cst_31_a_tie_is_a_failure_and_damages_a_world() -> None:
    s = g.retaliation(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order"],
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        attacks=[8, "M+3"],
    )
    assert g.damaged(s, 0) == ["Lost Alien Battle Fleet"]
    assert g.war(s).awards == [0, 0]


def test_r_cst_31_the_player_chooses_the_world() -> None:
    s = g.retaliation(tableau=["Old Earth", "Gem World", "Public Works"], attacks=[8, "M+3"])
    assert g.offered(s, 0) == ["Old Earth", "Gem World"]


DEFENDERS = [  # seats of 14, 10, 3, 1 and 0 that hold against 10, 8, M+5, M+4 and M+3
    ["Anti-Xeno Armada", "Anti-Xeno Alien Warships"],
    ARMY,
    ["Outlaw Arms Producer", "Alien Anti-Xeno Guardians"],
    ["Alien Warning Beacon", "Xeno-Occupied Rebel World"],
    ["Frontier Isolationists", "Frontier Settlement", "Mega-Exclusive Resort"],
]


@pytest.mark.parametrize(
    ("players", "awards"), [(2, [2, 1]), (3, [2, 1, 1]), (4, [2, 1, 1, 1]), (5, [2, 2, 1, 1, 1])]
)
def test_r_cst_32_awards_favour_the_strong(players: int, awards: list[int]) -> None:
    attacks: list[int | str] = [10, 8, "M+5", "M+4", "M+3"]
    rivals = [g.seat(tableau=cards) for cards in DEFENDERS[1:players]]
    s = g.retaliation(tableau=DEFENDERS[0], rivals=rivals, attacks=attacks[:players])
    assert g.war(s).awards == awards


def test_r_cst_33_failing_never_ends_the_game() -> None:
    s = g.retaliation(tableau=["Old Earth", "Gem World", "Spice World"], attacks=[12, 10])
    for _ in range(4):
        while g.question(s, 0) != "action":
            for player in s.seats_owing():
                g.answer(s, player, g.offered(s, player)[0])
        for player in (0, 1):
            g.answer(s, player, "Consume: Trade")
    assert not s.over
    assert g.war(s).defeats == 0


def test_r_cst_33_the_next_retaliation_has_no_higher_strengths() -> None:
    s = attacked_in_round_9(*ARMY)
    assert g.question(s, 0) == "action"
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert len(g.war(s).deck) == 11 - 2
    assert g.war(s).awards == [2, 0], "10 and more against 8"


def test_r_cst_33_strength_added_by_failures_ends_with_the_round() -> None:
    s = attacked_in_round_9(*NINE)
    g.answer(s, 0, SUPPLY)
    assert g.question(s, 0) == "action"
    assert g.war(s).surge == 0


def scorched_system(*systems: str) -> GalaxyState:
    """Seat 0 has put Drop Ships in the place of its only Xeno system; `systems` are left."""
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Xeno Satellite I"],
        hand=["Drop Ships"],
        conquest=True,
        systems=systems,
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "Drop Ships")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Drop Ships"]
    return s


def test_r_cst_37_a_system_counts_for_its_conqueror_after_leaving() -> None:
    s = scorched_system("Xeno Hive I")
    printed = sum(s.cards.vp[s.cards.ids[name]] for name in ("Scorched-Earth Defense", "Drop Ships"))
    assert g.score(s, 0) == printed + 7 + 7, "the most chips (both have none), and the most systems"
    assert g.score(s, 1) == s.cards.vp[s.cards.ids["New Sparta"]] + 7


def test_r_cst_37_it_cannot_be_attacked_again() -> None:
    s = scorched_system("Xeno Hive I")
    assert g.frontier_deck(s, SYSTEMS) == ["Xeno Hive I"]
    assert g.frontier_discards(s, SYSTEMS) == []


def test_r_cst_37_nor_does_it_keep_the_game_from_ending() -> None:
    """R-CST-34: all systems have been conquered."""
    assert scorched_system().over


def test_r_cst_37_everybody_sees_it() -> None:
    s = scorched_system("Xeno Hive I")
    frontier = s.view(1).frontier
    assert frontier is not None
    assert frontier.lost == [[s.cards.ids["Xeno Satellite I"]], []]
