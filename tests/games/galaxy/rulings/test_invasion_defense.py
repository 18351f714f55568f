"""Rulings on the Invasion game: defending against an attack, and the powers used for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.invasion_positions import ARMY, GAME

from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.learning.learning import GalaxyLearning
from repulse.games.galaxy.rules.phases.invasion import NO_MORE
from repulse.games.galaxy.rules.state import GalaxyState

# --- defending ---


@pytest.mark.parametrize(("strength", "holds"), [(1, True), (2, False), (3, False)])
def test_r_inv_11_only_more_than_the_strength_holds(strength: int, holds: bool) -> None:
    rival = g.seat(tableau=["Old Earth", *ARMY])
    s = g.invasion(tableau=["New Sparta"], rivals=[rival], attacks=[strength, 9])
    assert (g.war(s).awards[0] > 0) == holds
    assert g.damaged(s, 0) == ([] if holds else ["New Sparta"])


@pytest.mark.parametrize(
    ("tableau_", "strength", "holds"),
    [
        (["Old Earth", *ARMY], "M+3", False),
        (["Old Earth", "Alien Historians", "Rebel Resistance"], "M+3", True),
        (["Old Earth", "Alien Historians", "Rebel Bunker"], "M+3", False),
        (["Starry Rift Pioneers", "Alien Historians", "Rebel Bunker"], "M+3", True),
        (["Old Earth", "Alien Historians", "Rebel Resistance"], "M+4", False),
    ],
)
def test_r_inv_12_military_plus_x_needs_more_than_x_beside_military(
    tableau_: list[str], strength: str, holds: bool
) -> None:
    s = g.invasion(
        tableau=tableau_,
        rivals=[g.seat(tableau=["Epsilon Eridani"], damaged=["Epsilon Eridani"])],
        attacks=[strength, -1],
    )
    assert (g.war(s).awards[0] > 0) == holds


def test_r_inv_13_a_power_used_in_settle_may_be_used_again() -> None:
    s = g.settle(
        tableau=["Old Earth", "Rebel Black Market Gangs", "Gem World"],
        goods=["Rebel Black Market Gangs", "Gem World"],
        hand=["Outlaw World"],
        rivals=[g.seat(tableau=["Old Earth", *ARMY][1:])],
        game=GAME,
        round=3,
        attacks=[1, 9],
    )
    g.answer(s, 0, "Outlaw World")
    g.answer(s, 0, "Rebel Black Market Gangs + Gem World")
    assert g.question(s, 0) == "invasion.defend", "1 from Outlaw World is not more than 1"
    g.answer(s, 0, "Rebel Black Market Gangs + Rebel Black Market Gangs")
    assert g.war(s).awards[0] == 2


def test_r_inv_13_each_once_a_step() -> None:
    s = g.invasion(
        tableau=["Old Earth", "Rebel Black Market Gangs", "Gem World"],
        goods=["Rebel Black Market Gangs", "Gem World"],
        rivals=[g.seat(tableau=["Epsilon Eridani", *ARMY])],
        attacks=[1, 9],
    )
    g.answer(s, 0, "Rebel Black Market Gangs + Gem World")
    assert g.question(s, 0) == "invasion.damage", "one good gives 1, which does not beat 1"


TEMPORARY = [  # card, world whose good it takes, how much it adds
    ("Rebel Black Market Gangs", "Gem World", 1),
    ("Imperium Arms Factory", "Comet Zone", 2),
    ("Alien Weapon Cache", "Alien Robotic Factory", 3),
    ("Galactic Home Front", "Gem World", 2),
    ("Pan-Galactic Disease Center", "Plague World", 3),
    ("Anti-Xeno Alien Bunker", "Alien Robotic Factory", 3),
    ("Terraforming Defenders", "Gem World", 2),
]


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(("card", "store", "amount"), TEMPORARY)
def test_r_inv_14_goods_for_defense(card: str, store: str, amount: int, more: int) -> None:
    """With a good of the kind the card holds against just under its amount, and not against the amount."""
    check_a_good_for_defense(card, store, amount - 1 + more, holds=more == 0)


def check_a_good_for_defense(card: str, store: str, strength: int, holds: bool, game: str = GAME) -> None:
    """Whether a card holds against an attack by the good of another card, which it takes."""
    s = g.invasion(
        tableau=[card, store],
        goods=[store],
        rivals=[g.seat(tableau=["Epsilon Eridani", *ARMY])],
        attacks=[strength, 9],
        game=game,
    )
    g.answer(s, 0, f"{card} + {store}")
    assert (g.war(s).awards[0] > 0) == holds
    assert g.goods(s, 0) == []


def test_r_inv_14_anti_xeno_refugees_take_any_good() -> None:
    """Their own Military vs. Xenos is 1; any good adds 2."""
    s = g.invasion(
        tableau=["Anti-Xeno Refugees", "Gem World"],
        goods=["Gem World"],
        rivals=[g.seat(tableau=["Epsilon Eridani", *ARMY])],
        attacks=[2, 9],
    )
    g.answer(s, 0, "Anti-Xeno Refugees + Gem World")
    assert g.war(s).awards[0] > 0


def test_r_inv_14_the_wrong_good_does_not_serve() -> None:
    for card, _, amount in TEMPORARY[:6]:
        wrong = "Comet Zone" if card != "Imperium Arms Factory" else "Gem World"
        rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
        s = g.invasion(tableau=[card, wrong], goods=[wrong], rivals=[rival], attacks=[amount - 1, 9])
        assert g.question(s, 0) != "invasion.defend"


def test_r_inv_14_hand_cards_for_the_bunker_and_the_defense_post() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=["Anti-Xeno Defense Post"], spare=2, rivals=[rival], attacks=[3, 9])
    assert sorted(g.offered(s, 0)) == ["Anti-Xeno Defense Post", "bunker", "pass"]
    g.answer(s, 0, "bunker")
    g.discard_first(s, 0)
    g.answer(s, 0, "Anti-Xeno Defense Post")
    assert g.war(s).awards[0] > 0, "1 + 2 + 1"
    assert g.hand(s, 0) == []


def test_r_inv_14_new_military_tactics_gives_three() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=["Old Earth", "New Military Tactics"], rivals=[rival], attacks=[2, 9])
    g.answer(s, 0, "New Military Tactics")
    assert g.war(s).awards[0] > 0
    assert g.tableau(s, 0) == ["Old Earth"]
    assert g.discards(s) == ["New Military Tactics"]


def test_r_inv_14_a_player_may_give_in() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=["Old Earth", "New Military Tactics"], rivals=[rival], attacks=[2, 9])
    g.answer(s, 0, "pass")
    assert g.damaged(s, 0) == ["Old Earth"]
    assert "New Military Tactics" in g.tableau(s, 0)


def test_r_inv_15_the_bunker_gives_two_for_a_card_once_a_step() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=["Old Earth"], spare=3, rivals=[rival], attacks=[1, 9])
    assert g.offered(s, 0) == ["bunker", "pass"]
    g.answer(s, 0, "bunker")
    g.discard_first(s, 0)
    assert g.war(s).awards[0] > 0
    assert len(g.hand(s, 0)) == 2
    s = g.invasion(tableau=["Old Earth"], spare=3, rivals=[rival], attacks=[2, 9])
    assert g.damaged(s, 0) == ["Old Earth"], "two of them would be needed"


def test_r_inv_15_it_is_not_used_up_and_is_no_tableau_card() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=["Old Earth"], spare=3, rivals=[rival], attacks=[1, 9, 1, 9])
    g.answer(s, 0, "bunker")
    g.discard_first(s, 0)
    assert g.tableau(s, 0) == ["Old Earth"]
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    while g.question(s, 1).startswith("invasion"):
        g.answer(s, 1, g.offered(s, 1)[-1])
    assert "bunker" in g.offered(s, 0)


def test_r_inv_16_anti_xeno_militia_counts_in_the_step_of_its_discard() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=["Old Earth", "Anti-Xeno Militia"], rivals=[rival], attacks=[4, 9])
    g.answer(s, 0, "Anti-Xeno Militia")
    assert g.war(s).awards[0] > 0, "1 + 1 + 3 is more than 4"
    assert g.tableau(s, 0) == ["Old Earth"]


# --- powers that do not decide the attack ---

HOLDS = -1
"""An attack that Old Earth holds by itself."""


def defender(
    attack: int,
    tableau: Sequence[str] = ("Old Earth", "New Military Tactics"),
    spare: int = 0,
    chips: int = 0,
) -> GalaxyState:
    """Seat 0, with little Military, defends against an attack; its rival has chips."""
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY], chips=chips)
    return g.invasion(tableau=tableau, spare=spare, rivals=[rival], attacks=[attack, 9])


def test_r_inv_32_a_power_may_be_used_though_the_attack_is_held_anyway() -> None:
    s = defender(HOLDS)
    assert g.offered(s, 0) == ["New Military Tactics", "pass"]
    g.answer(s, 0, "New Military Tactics")
    assert g.tableau(s, 0) == ["Old Earth"]
    assert g.war(s).awards[0] > 0


def test_r_inv_32_a_power_may_be_used_though_the_attack_cannot_be_held() -> None:
    s = g.invasion(
        tableau=["Old Earth", "New Military Tactics", *ARMY],
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        attacks=["M+5", -1],
    )
    g.answer(s, 0, "New Military Tactics")
    assert "New Military Tactics" not in g.tableau(s, 0)
    assert g.damaged(s, 0) == ["Old Earth"]


def test_r_inv_32_using_none_holds_what_is_held() -> None:
    s = defender(HOLDS)
    g.answer(s, 0, "pass")
    assert g.war(s).awards[0] > 0
    assert "New Military Tactics" in g.tableau(s, 0)


def test_r_inv_32_after_a_power_has_held_the_next_may_still_be_used() -> None:
    s = defender(HOLDS, tableau=["Old Earth", "New Military Tactics", "Anti-Xeno Militia"])
    g.answer(s, 0, "New Military Tactics")
    assert g.offered(s, 0) == ["Anti-Xeno Militia", "pass"]


def test_r_inv_32_a_card_that_leaves_a_full_tableau_keeps_the_game_going() -> None:
    full = [*g.QUIET_TABLEAU[:11], "New Military Tactics"]
    ended = defender(HOLDS, full)
    g.answer(ended, 0, "pass")
    finish_invasion(ended)
    assert ended.over
    s = defender(HOLDS, full)
    g.answer(s, 0, "New Military Tactics")
    finish_invasion(s)
    assert not s.over


def finish_invasion(s: GalaxyState) -> None:
    """The others use no powers, and lose the first world they may."""
    while any(g.question(s, player).startswith("invasion") for player in s.seats_owing()):
        player = s.seats_owing()[0]
        g.answer(s, player, "pass" if g.question(s, player) == "invasion.defend" else g.offered(s, player)[0])


def test_r_inv_32_cards_of_the_hand_alone_are_no_reason_to_ask() -> None:
    s = defender(HOLDS, tableau=["Old Earth", "Anti-Xeno Defense Post"], spare=2)
    assert g.war(s).awards[0] > 0
    assert g.question(s, 0) != "invasion.defend"


def test_r_inv_32_the_bunker_is_offered_with_them() -> None:
    assert g.offered(defender(HOLDS, spare=1), 0) == ["New Military Tactics", "bunker", "pass"]


def test_r_inv_32_the_question_lays_out_to_use_none() -> None:
    for attack_, laid_out in ((HOLDS, ["pass"]), (2, [])):
        asked = GalaxyDisplay(g.GAME).ask(defender(attack_).view(0), 0, 1)
        assert asked is not None
        assert (asked["suggested"], asked["sure"]) == (laid_out, False)


def test_players_who_ask_a_net_use_no_power_that_decides_nothing() -> None:
    for attack_, tableau_, idle in (
        (HOLDS, ["Old Earth", "New Military Tactics"], [NO_MORE]),
        (2, ["Old Earth", "New Military Tactics"], []),
        (HOLDS, [*g.QUIET_TABLEAU[:11], "New Military Tactics"], []),
    ):
        s = defender(attack_, tableau_)
        assert GalaxyLearning(g.GAME).idle_answer(s, s.decision(0)) == idle


def test_sensible_uses_no_power_that_decides_nothing() -> None:
    s = defender(HOLDS)
    assert GalaxySensible(0).choose(s.view(0), s.decision(0)) == [NO_MORE]


def test_sensible_keeps_a_game_going_that_it_would_lose() -> None:
    full = ["New Military Tactics", *g.QUIET_TABLEAU[:11]]
    ahead, behind = defender(HOLDS, full), defender(HOLDS, full, chips=99)
    assert GalaxySensible(0).choose(ahead.view(0), ahead.decision(0)) == [NO_MORE]
    assert GalaxySensible(0).choose(behind.view(0), behind.decision(0)) != [NO_MORE]


@pytest.mark.parametrize(
    ("card", "amount"), [("Starry Rift Pioneers", 1), ("Rebel Bunker", 1), ("Xeno-Occupied Rebel World", 2)]
)
def test_r_inv_17_permanent_defense(card: str, amount: int) -> None:
    rival = g.seat(tableau=["Epsilon Eridani", *ARMY])
    s = g.invasion(tableau=[card], rivals=[rival], attacks=[amount - 1, 9])
    assert g.war(s).awards[0] > 0
    s = g.invasion(tableau=[card], rivals=[rival], attacks=[amount, 9])
    assert g.damaged(s, 0) == [card]
