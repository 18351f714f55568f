"""Rulings on the Invasion game: the invasion step, damage and what it does."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.galaxy.positions import (
    GAME as RULES,
)
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    answer,
    attack,
    damaged,
    discard_first,
    discards,
    end_of_round,
    goods,
    hand,
    invasion,
    new_round,
    offered,
    produce,
    question,
    score,
    seat,
    settle,
    tableau,
    war,
)

from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.learning.learning import GalaxyLearning
from repulse.games.galaxy.rules.phases.invasion import NO_MORE
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import move_disks, rotate_stacks, wave_of

GAME = "invasion"
ARMY = ["Drop Ships", "Space Marines", "New Galactic Order"]  # 7 Military


# --- rounds ---


def test_r_inv_01_round_1_has_a_settle_phase_even_if_nobody_picked_it() -> None:
    s = new_round(hand=["Pilgrimage World"], game=GAME, round=0)
    answer(s, 0, "Produce")
    answer(s, 1, "Produce")
    assert question(s, 0) == "settle.place"
    answer(s, 0, "Pilgrimage World")
    assert hand(s, 0) == [], "no bonus without the pick"


def test_r_inv_01_who_picked_settle_has_the_bonus_and_there_is_one_phase() -> None:
    s = new_round(hand=["Pilgrimage World", "Refugee World"], game=GAME, round=0)
    answer(s, 0, "Settle")
    answer(s, 1, "Settle")
    answer(s, 0, "Pilgrimage World")
    assert len(hand(s, 0)) == 2
    assert question(s, 0) == "action"


def test_r_inv_01_a_double_settle_in_the_experienced_game_makes_two() -> None:
    s = new_round(hand=["Pilgrimage World", "Refugee World"], game=GAME, experienced=True, round=0)
    s.apply(0, [3, 3])
    answer(s, 1, "Produce", "Consume: Trade")
    answer(s, 0, "Pilgrimage World")
    assert question(s, 0) == "settle.place"


def test_r_inv_01_not_in_round_2() -> None:
    s = new_round(hand=["Pilgrimage World"], game=GAME, round=1)
    answer(s, 0, "Consume: Trade")
    answer(s, 1, "Consume: Trade")
    assert question(s, 0) == "action"


@pytest.mark.parametrize(("round_", "invaded"), [(1, False), (2, False), (3, True), (4, True)])
def test_r_inv_02_the_invasion_step_begins_in_round_3(round_: int, invaded: bool) -> None:
    s = new_round(tableau=["Old Earth"], game=GAME, round=round_ - 1, attacks=[9, 9])
    answer(s, 0, "Consume: Trade")
    answer(s, 1, "Consume: Trade")
    assert (damaged(s, 0) == ["Old Earth"]) == invaded


def test_r_inv_02_it_comes_after_the_hand_limit() -> None:
    s = end_of_round(tableau=["Old Earth"], spare=11, game=GAME, round=3, attacks=[8, 8])
    assert question(s, 0) == "hand_limit"
    assert war(s).order == []
    discard_first(s, 0)
    assert war(s).order != []


def test_r_inv_02_it_comes_in_the_last_round_too() -> None:
    s = end_of_round(tableau=["Old Earth"], game=GAME, round=5, pool=0, attacks=[9, 9])
    assert damaged(s, 0) == ["Old Earth"]
    assert s.over


# --- Military vs. Xenos, and the disks ---


@pytest.mark.parametrize(
    ("tableau_", "value"),
    [
        (["New Sparta"], 2),
        (["Old Earth", "Contact Specialist", "Refugee World"], -2),
        (["New Sparta", "Anti-Xeno Assault Troops"], 2 + 2 + 1),
        (["Old Earth", "Alien Historians", "Rebel Resistance"], 4),
        (["Old Earth", "Anti-Xeno League", "Gem World"], 2),
        (["Old Earth", "Uplift Coalition", "Uplift Descendants"], 2),
        (["Alpha Centauri", "Galactic Imperium", "Alien Tech Institute"], 0),
        (["Starry Rift Pioneers", "Rebel Bunker"], 0),
        (["Old Earth", "New Military Tactics", "Rebel Black Market Gangs"], 0),
    ],
)
def test_r_inv_03_military_vs_xenos(tableau_: list[str], value: int) -> None:
    """Plain Military and permanent Military vs. Xenos; no defense, no temporary and no other specific Military."""
    assert war(invasion(tableau=tableau_, attacks=[9, 9])).spaces[0] == value


def test_r_inv_04_disks_are_placed_in_player_order_later_ones_on_top() -> None:
    rivals = [seat(tableau=["Epsilon Eridani"]), seat(tableau=["Rebel Cadre"])]
    s = invasion(tableau=["Anti-Xeno Defense Post"], rivals=rivals, first=1, attacks=[9, 8, 7], spare=1)
    assert war(s).ranks == [0, 2, 1], "all at 1: seat 0 was placed last and lies on top, then 2, then 1"


def test_r_inv_04_values_under_minus_two_share_one_space() -> None:
    doves = ["Refugee World", "Empath World", "Novelty Peddlers"]
    rival = seat(tableau=["Old Earth", "Contact Specialist", "Pan-Galactic League", *doves[:0]])
    s = invasion(tableau=[*doves, "Contact Specialist"], rivals=[rival], attacks=[9, 9])
    assert war(s).spaces[0] == -3
    assert war(s).spaces[1] == -2


def test_r_inv_05_an_unchanged_disk_stays_and_an_arrival_lies_on_top() -> None:
    order = move_disks([0, 1], [5, 3], [5, 5])
    assert order == [1, 0]


def test_r_inv_05_disks_that_move_together_keep_their_order() -> None:
    assert move_disks([2, 1, 0], [3, 3, 3], [6, 6, 6]) == [2, 1, 0]
    assert move_disks([2, 1, 0], [3, 3, 3], [6, 3, 6]) == [2, 0, 1]


def test_r_inv_05_of_two_arrivals_the_one_from_the_lower_space_ends_on_top() -> None:
    assert move_disks([0, 1, 2], [7, 4, 2], [5, 5, 5]) == [2, 1, 0]


def test_r_inv_05_no_disk_moves_twice() -> None:
    assert move_disks([0, 1], [4, 3], [3, 2]) == [0, 1]


def test_r_inv_06_rank_goes_by_space_and_then_from_the_top() -> None:
    rivals = [seat(tableau=["New Sparta", "Drop Ships"]), seat(tableau=["Epsilon Eridani"])]
    s = invasion(tableau=["Rebel Cadre"], rivals=rivals, attacks=[9, 8, 7], spare=1)
    assert war(s).ranks == [2, 0, 1]


# --- repulse ---


@pytest.mark.parametrize(("repulse", "over"), [(5, True), (6, True), (7, False)])
def test_r_inv_07_enough_military_together_repulses_the_xenos(repulse: int, over: bool) -> None:
    s = invasion(
        tableau=["New Sparta", "Space Marines"], rivals=[seat(tableau=["Space Marines"])], repulse=repulse
    )
    assert s.over == over


def test_r_inv_07_no_cards_are_turned_then() -> None:
    before = len(war(new_round(game=GAME)).deck)
    s = invasion(tableau=["New Sparta"], repulse=0)
    assert s.over
    assert len(war(s).deck) == before


def test_r_inv_07_negative_values_count_in_full() -> None:
    doves = ["Refugee World", "Empath World", "Novelty Peddlers", "Contact Specialist"]
    rival = seat(tableau=["New Sparta", "Drop Ships"])
    assert not invasion(tableau=doves, rivals=[rival], repulse=2).over
    assert invasion(tableau=doves, rivals=[rival], repulse=1).over


@pytest.mark.parametrize(("players", "value"), [(2, 22), (3, 28), (4, 33), (5, 39)])
def test_r_inv_07_the_initial_repulse_value(players: int, value: int) -> None:
    assert war(new_round(game=GAME, players=players)).repulse == value


# --- invasion cards ---


def test_r_inv_08_the_highest_card_goes_to_the_highest_rank() -> None:
    rival = seat(tableau=["New Sparta", *ARMY], spare=3)
    s = invasion(tableau=["Old Earth"], rivals=[rival], spare=2, attacks=[5, 9])
    assert attack(s, 1) == 9
    assert attack(s, 0) == 5


def test_r_inv_08_military_plus_is_higher_than_any_number() -> None:
    rivals = [seat(tableau=["New Sparta", *ARMY], spare=4), seat(tableau=["Epsilon Eridani"], spare=4)]
    s = invasion(tableau=["Old Earth", "Gem World"], rivals=rivals, attacks=[9, "M+3", "M+5"])
    assert [attack(s, player) for player in (1, 2, 0)] == ["M+5", "M+3", 9]


@pytest.mark.parametrize(
    ("players", "experienced", "cards"), [(2, False, 4), (2, True, 2), (3, False, 6), (5, False, 10)]
)
def test_r_inv_08_the_deck_is_waves_1_then_2_then_3(players: int, experienced: bool, cards: int) -> None:
    s = new_round(game=GAME, players=players, experienced=experienced)
    waves = [wave_of(card) for card in reversed(war(s).deck)]
    assert waves == [1] * cards + [2] * cards + [3] * 17


def test_r_inv_09_an_empty_deck_is_made_of_the_wave_3_discards() -> None:
    s = new_round(tableau=QUIET_TABLEAU[:8], rivals=[seat(tableau=["New Sparta"])], game=GAME, round=2)
    wave_3 = [card for card in war(s).deck if wave_of(card) == 3]
    war(s).spent = [card for card in war(s).deck if wave_of(card) < 3]
    war(s).deck = wave_3[:1]
    war(s).discards = wave_3[1:]
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    while question(s, 0) == "invasion.damage":
        answer(s, 0, "Old Earth")
    assert question(s, 0) == "action"
    assert len(war(s).deck) == 16 - 1
    assert len(war(s).discards) == 2


def test_r_inv_09_waves_1_and_2_leave_the_game() -> None:
    s = invasion(tableau=["Old Earth", *ARMY], rivals=[seat(tableau=["New Sparta"])], attacks=[-1, 0])
    assert question(s, 0) == "action"
    assert war(s).discards == []


def test_r_inv_10_after_assigning_the_bottom_disk_of_each_stack_goes_to_the_top() -> None:
    assert rotate_stacks([0, 1, 2], [4, 4, 4]) == [2, 0, 1]
    assert rotate_stacks([0, 1, 2, 3], [5, 5, 2, 2]) == [1, 0, 3, 2]
    assert rotate_stacks([0, 1], [5, 2]) == [0, 1]


def test_r_inv_10_awards_go_by_the_ranks_of_the_assignment() -> None:
    """Both at 5: seat 1 lies on top, ranks highest and earns 1; seat 0 earns 2. Next time it is the other way."""
    rival = seat(tableau=["Old Earth", "Drop Ships", "Space Marines"])
    s = invasion(tableau=["New Sparta", "Drop Ships"], rivals=[rival], attacks=[3, 4])
    assert war(s).awards == [2, 1]
    assert war(s).order == [0, 1]


# --- defending ---


@pytest.mark.parametrize(("strength", "holds"), [(1, True), (2, False), (3, False)])
def test_r_inv_11_only_more_than_the_strength_holds(strength: int, holds: bool) -> None:
    rival = seat(tableau=["Old Earth", *ARMY])
    s = invasion(tableau=["New Sparta"], rivals=[rival], attacks=[strength, 9])
    assert (war(s).awards[0] > 0) == holds
    assert damaged(s, 0) == ([] if holds else ["New Sparta"])


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
    s = invasion(
        tableau=tableau_,
        rivals=[seat(tableau=["Epsilon Eridani"], damaged=["Epsilon Eridani"])],
        attacks=[strength, -1],
    )
    assert (war(s).awards[0] > 0) == holds


def test_r_inv_13_a_power_used_in_settle_adds_nothing_but_may_be_used_again() -> None:
    s = settle(
        tableau=["Old Earth", "Rebel Black Market Gangs", "Gem World"],
        goods=["Rebel Black Market Gangs", "Gem World"],
        hand=["Outlaw World"],
        rivals=[seat(tableau=["Old Earth", *ARMY][1:])],
        game=GAME,
        round=3,
        attacks=[1, 9],
    )
    answer(s, 0, "Outlaw World")
    answer(s, 0, "Rebel Black Market Gangs + Gem World")
    assert question(s, 0) == "invasion.defend", "1 from Outlaw World is not more than 1"
    answer(s, 0, "Rebel Black Market Gangs + Rebel Black Market Gangs")
    assert war(s).awards[0] == 2


def test_r_inv_13_each_once_a_step() -> None:
    s = invasion(
        tableau=["Old Earth", "Rebel Black Market Gangs", "Gem World"],
        goods=["Rebel Black Market Gangs", "Gem World"],
        rivals=[seat(tableau=["Epsilon Eridani", *ARMY])],
        attacks=[1, 9],
    )
    answer(s, 0, "Rebel Black Market Gangs + Gem World")
    assert question(s, 0) == "invasion.damage", "one good gives 1, which does not beat 1"


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
    s = invasion(
        tableau=[card, store],
        goods=[store],
        rivals=[seat(tableau=["Epsilon Eridani", *ARMY])],
        attacks=[strength, 9],
        game=game,
    )
    answer(s, 0, f"{card} + {store}")
    assert (war(s).awards[0] > 0) == holds
    assert goods(s, 0) == []


def test_r_inv_14_anti_xeno_refugees_take_any_good() -> None:
    """Their own Military vs. Xenos is 1; any good adds 2."""
    s = invasion(
        tableau=["Anti-Xeno Refugees", "Gem World"],
        goods=["Gem World"],
        rivals=[seat(tableau=["Epsilon Eridani", *ARMY])],
        attacks=[2, 9],
    )
    answer(s, 0, "Anti-Xeno Refugees + Gem World")
    assert war(s).awards[0] > 0


def test_r_inv_14_the_wrong_good_does_not_serve() -> None:
    for card, _, amount in TEMPORARY[:6]:
        wrong = "Comet Zone" if card != "Imperium Arms Factory" else "Gem World"
        rival = seat(tableau=["Epsilon Eridani", *ARMY])
        s = invasion(tableau=[card, wrong], goods=[wrong], rivals=[rival], attacks=[amount - 1, 9])
        assert question(s, 0) != "invasion.defend"


def test_r_inv_14_hand_cards_for_the_bunker_and_the_defense_post() -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=["Anti-Xeno Defense Post"], spare=2, rivals=[rival], attacks=[3, 9])
    assert sorted(offered(s, 0)) == ["Anti-Xeno Defense Post", "bunker", "pass"]
    answer(s, 0, "bunker")
    discard_first(s, 0)
    answer(s, 0, "Anti-Xeno Defense Post")
    assert war(s).awards[0] > 0, "1 + 2 + 1"
    assert hand(s, 0) == []


def test_r_inv_14_new_military_tactics_gives_three() -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=["Old Earth", "New Military Tactics"], rivals=[rival], attacks=[2, 9])
    answer(s, 0, "New Military Tactics")
    assert war(s).awards[0] > 0
    assert tableau(s, 0) == ["Old Earth"]
    assert discards(s) == ["New Military Tactics"]


def test_r_inv_14_a_player_may_give_in() -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=["Old Earth", "New Military Tactics"], rivals=[rival], attacks=[2, 9])
    answer(s, 0, "pass")
    assert damaged(s, 0) == ["Old Earth"]
    assert "New Military Tactics" in tableau(s, 0)


def test_r_inv_15_the_bunker_gives_two_for_a_card_once_a_step() -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=["Old Earth"], spare=3, rivals=[rival], attacks=[1, 9])
    assert offered(s, 0) == ["bunker", "pass"]
    answer(s, 0, "bunker")
    discard_first(s, 0)
    assert war(s).awards[0] > 0
    assert len(hand(s, 0)) == 2
    s = invasion(tableau=["Old Earth"], spare=3, rivals=[rival], attacks=[2, 9])
    assert damaged(s, 0) == ["Old Earth"], "two of them would be needed"


def test_r_inv_15_it_is_not_used_up_and_is_no_tableau_card() -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=["Old Earth"], spare=3, rivals=[rival], attacks=[1, 9, 1, 9])
    answer(s, 0, "bunker")
    discard_first(s, 0)
    assert tableau(s, 0) == ["Old Earth"]
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    while question(s, 1).startswith("invasion"):
        answer(s, 1, offered(s, 1)[-1])
    assert "bunker" in offered(s, 0)


def test_r_inv_16_anti_xeno_militia_still_counts_in_the_step_in_which_it_is_discarded() -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=["Old Earth", "Anti-Xeno Militia"], rivals=[rival], attacks=[4, 9])
    answer(s, 0, "Anti-Xeno Militia")
    assert war(s).awards[0] > 0, "1 + 1 + 3 is more than 4"
    assert tableau(s, 0) == ["Old Earth"]


# --- powers that do not decide the attack ---

HOLDS = -1
"""An attack that Old Earth holds by itself."""


def defender(
    attack: int,
    tableau: Sequence[str] = ("Old Earth", "New Military Tactics"),
    spare: int = 0,
    chips: int = 0,
) -> GalaxyState:
    """Seat 0, with little Military, defends against an attack; its rival has so many chips."""
    rival = seat(tableau=["Epsilon Eridani", *ARMY], chips=chips)
    return invasion(tableau=tableau, spare=spare, rivals=[rival], attacks=[attack, 9])


def test_r_inv_32_a_power_may_be_used_though_the_attack_is_held_anyway() -> None:
    s = defender(HOLDS)
    assert offered(s, 0) == ["New Military Tactics", "pass"]
    answer(s, 0, "New Military Tactics")
    assert tableau(s, 0) == ["Old Earth"]
    assert war(s).awards[0] > 0


def test_r_inv_32_a_power_may_be_used_though_the_attack_cannot_be_held() -> None:
    s = invasion(
        tableau=["Old Earth", "New Military Tactics", *ARMY],
        rivals=[seat(tableau=["Epsilon Eridani"])],
        attacks=["M+5", -1],
    )
    answer(s, 0, "New Military Tactics")
    assert "New Military Tactics" not in tableau(s, 0)
    assert damaged(s, 0) == ["Old Earth"]


def test_r_inv_32_using_none_holds_what_is_held() -> None:
    s = defender(HOLDS)
    answer(s, 0, "pass")
    assert war(s).awards[0] > 0
    assert "New Military Tactics" in tableau(s, 0)


def test_r_inv_32_after_a_power_has_held_the_next_may_still_be_used() -> None:
    s = defender(HOLDS, tableau=["Old Earth", "New Military Tactics", "Anti-Xeno Militia"])
    answer(s, 0, "New Military Tactics")
    assert offered(s, 0) == ["Anti-Xeno Militia", "pass"]


def test_r_inv_32_a_card_that_leaves_a_full_tableau_keeps_the_game_going() -> None:
    full = [*QUIET_TABLEAU[:11], "New Military Tactics"]
    ended = defender(HOLDS, full)
    answer(ended, 0, "pass")
    finish_invasion(ended)
    assert ended.over
    s = defender(HOLDS, full)
    answer(s, 0, "New Military Tactics")
    finish_invasion(s)
    assert not s.over


def finish_invasion(s: GalaxyState) -> None:
    """The others use no powers, and lose the first world they may."""
    while any(question(s, player).startswith("invasion") for player in s.seats_owing()):
        player = s.seats_owing()[0]
        answer(s, player, "pass" if question(s, player) == "invasion.defend" else offered(s, player)[0])


def test_r_inv_32_cards_of_the_hand_alone_are_no_reason_to_ask() -> None:
    s = defender(HOLDS, tableau=["Old Earth", "Anti-Xeno Defense Post"], spare=2)
    assert war(s).awards[0] > 0
    assert question(s, 0) != "invasion.defend"


def test_r_inv_32_the_bunker_is_offered_with_them() -> None:
    assert offered(defender(HOLDS, spare=1), 0) == ["New Military Tactics", "bunker", "pass"]


def test_r_inv_32_the_question_lays_out_to_use_none() -> None:
    for attack_, laid_out in ((HOLDS, ["pass"]), (2, [])):
        asked = GalaxyDisplay(RULES).ask(defender(attack_).view(0), 0, 1)
        assert asked is not None
        assert (asked["suggested"], asked["sure"]) == (laid_out, False)


def test_players_who_ask_a_net_use_no_power_that_decides_nothing() -> None:
    for attack_, tableau_, idle in (
        (HOLDS, ["Old Earth", "New Military Tactics"], [NO_MORE]),
        (2, ["Old Earth", "New Military Tactics"], []),
        (HOLDS, [*QUIET_TABLEAU[:11], "New Military Tactics"], []),
    ):
        s = defender(attack_, tableau_)
        assert GalaxyLearning(RULES).idle_answer(s, s.decision(0)) == idle


def test_sensible_uses_no_power_that_decides_nothing() -> None:
    s = defender(HOLDS)
    assert GalaxySensible(0).choose(s.view(0), s.decision(0)) == [NO_MORE]


def test_sensible_keeps_a_game_going_that_it_would_lose() -> None:
    full = ["New Military Tactics", *QUIET_TABLEAU[:11]]
    ahead, behind = defender(HOLDS, full), defender(HOLDS, full, chips=99)
    assert GalaxySensible(0).choose(ahead.view(0), ahead.decision(0)) == [NO_MORE]
    assert GalaxySensible(0).choose(behind.view(0), behind.decision(0)) != [NO_MORE]


@pytest.mark.parametrize(
    ("card", "amount"), [("Starry Rift Pioneers", 1), ("Rebel Bunker", 1), ("Xeno-Occupied Rebel World", 2)]
)
def test_r_inv_17_permanent_defense(card: str, amount: int) -> None:
    rival = seat(tableau=["Epsilon Eridani", *ARMY])
    s = invasion(tableau=[card], rivals=[rival], attacks=[amount - 1, 9])
    assert war(s).awards[0] > 0
    s = invasion(tableau=[card], rivals=[rival], attacks=[amount, 9])
    assert damaged(s, 0) == [card]


# --- damage ---


def test_r_inv_18_the_player_chooses_an_undamaged_world_and_its_good_is_lost() -> None:
    s = invasion(
        tableau=["Old Earth", "Public Works", "Gem World", "Spice World"],
        goods=["Gem World"],
        damaged=["Spice World"],
        attacks=[9, 9],
    )
    assert offered(s, 0) == ["Old Earth", "Gem World"], "the start world too, no development, nothing damaged"
    answer(s, 0, "Gem World")
    assert damaged(s, 0) == ["Gem World", "Spice World"]
    assert goods(s, 0) == []
    assert len(discards(s)) == 1


def test_r_inv_18_with_no_undamaged_world_nothing_happens() -> None:
    s = invasion(tableau=["Old Earth", "Public Works"], damaged=["Old Earth"], attacks=[9, 9])
    assert damaged(s, 0) == ["Old Earth"]
    assert tableau(s, 0) == ["Old Earth", "Public Works"]


def test_r_inv_19_a_damaged_world_counts_towards_twelve_cards() -> None:
    assert end_of_round(tableau=QUIET_TABLEAU[:12], damaged=["Gem World"], game=GAME).over


def worth(tableau_: list[str], damaged_: list[str]) -> int:
    """Return the score without the bonuses of the war: the rival is the greater admiral, nobody has contributed."""
    rival = seat(tableau=["New Sparta", *ARMY])
    return score(end_of_round(tableau=tableau_, damaged=damaged_, rivals=[rival], game=GAME), 0) - 5


def test_r_inv_19_a_damaged_world_scores_nothing_and_counts_for_nothing() -> None:
    cards = ["Merchant Guild", "Gem World", "Rebel Base", "Galactic Imperium"]
    assert worth(cards, []) == (1 + 2) + (6 + 2)
    assert worth(cards, ["Gem World"]) == 6 + 2
    assert worth(cards, ["Gem World", "Rebel Base"]) == 0


def test_r_inv_19_a_damaged_question_mark_world_scores_nothing() -> None:
    both = ["Uplift Coalition", "Corrosive Uplift World"]
    assert worth(both, []) == 2 + 2
    assert worth(both, ["Uplift Coalition"]) == 1


def test_r_inv_19_its_powers_do_not_work() -> None:
    s = settle(tableau=["New Sparta"], damaged=["New Sparta"], hand=["Former Penal Colony"], game=GAME)
    assert offered(s, 0) == ["pass"]
    assert goods(produce(tableau=["Artist Colony"], damaged=["Artist Colony"], game=GAME), 0) == []


def test_r_inv_19_it_cannot_get_a_good() -> None:
    s = produce(tableau=["Pirate World"], damaged=["Pirate World"], picks="Produce", game=GAME)
    assert goods(s, 0) == []


def test_r_inv_19_it_is_in_no_count() -> None:
    s = produce(tableau=["Anti-Xeno League", "New Sparta", "Rebel Base"], damaged=["New Sparta"], game=GAME)
    assert hand(s, 0) == []


def test_r_inv_19_its_discount_and_its_military_are_gone_in_settle() -> None:
    cards = ["New Sparta", "Imperium Munitions, Inc.", "Alien Archives"]
    hand_ = ["Pirate World", "Alien Robotic Factory"]
    s = settle(tableau=cards, hand=hand_, spare=3, game=GAME)
    assert offered(s, 0) == [*hand_, "pass"], "4 Military against 3; 4 cards for 6 less 2"
    s = settle(tableau=cards, damaged=cards[1:], hand=hand_, spare=3, game=GAME)
    assert offered(s, 0) == ["pass"]


@pytest.mark.parametrize(
    ("players", "awards"), [(2, [1, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 2]), (5, [1, 1, 1, 2, 2])]
)
def test_r_inv_20_awards_by_rank(players: int, awards: list[int]) -> None:
    """Seats of 5, 4, 3, 2 and 1 Military, who all hold."""
    tableaus = [
        ["New Sparta", "Drop Ships"],
        ["Epsilon Eridani", "Drop Ships"],
        ["Old Earth", "New Galactic Order", "Expedition Force"],
        ["Earth's Lost Colony", "Space Marines"],
        ["Alpha Centauri", "Expedition Force"],
    ][:players]
    rivals = [seat(tableau=cards) for cards in tableaus[1:]]
    s = invasion(tableau=tableaus[0], rivals=rivals, attacks=[0, 0, -1, -1, 0][:players])
    assert war(s).awards == awards


def test_r_inv_20_awards_are_points_but_no_chips() -> None:
    rival = seat(tableau=["Old Earth", "Galactic Renaissance", *ARMY])
    s = invasion(tableau=["New Sparta", "Galactic Renaissance"][:1], rivals=[rival], attacks=[1, 9])
    before = score(end_of_round(tableau=["New Sparta"], rivals=[rival], game=GAME), 0)
    assert war(s).awards[0] == 2
    assert score(s, 0) == before + 2
    assert s.chips[0] == 0
    assert s.pool == 24


def test_r_inv_21_all_failing_twice_is_the_empires_defeat() -> None:
    s = invasion(tableau=["Old Earth"], attacks=[9, 9, 8, 8])
    assert war(s).defeats == 1
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert war(s).defeats == 2


def test_r_inv_21_successes_in_between_do_not_help() -> None:
    s = invasion(tableau=["Old Earth", "Gem World", "Spice World"], attacks=[9, 9, -1, -1, 8, 8])
    while not s.over:
        for player in s.seats_owing():
            words = offered(s, player)
            answer(s, player, "Consume: Trade" if "Consume: Trade" in words else words[0])
    assert s.round == 5
    assert war(s).defeats == 2
    assert sum(war(s).awards) > 0


def test_r_inv_21_one_success_is_enough_for_the_empire() -> None:
    s = invasion(tableau=["Old Earth"], rivals=[seat(tableau=["Epsilon Eridani", *ARMY])], attacks=[4, 5])
    assert war(s).defeats == 0


def test_r_inv_21_that_steps_damage_is_dealt_first() -> None:
    s = invasion(
        tableau=["Old Earth"], attacks=[9, 9, 8, 8], rivals=[seat(tableau=["New Sparta", "Gem World"])]
    )
    answer(s, 1, "Gem World")
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert damaged(s, 1) == ["New Sparta", "Gem World"]


# --- war contributions ---


def giving(**about: int) -> GalaxyState:
    return produce(
        tableau=["Gem World", "Comet Zone", "Public Works"],
        goods=["Gem World", "Comet Zone"],
        game=GAME,
        repulse=about.get("repulse", 22),
        pool=about.get("pool", 24),
        picks=[] if not about.get("twice") else ["Consume: 2x VPs"],
    )


def test_r_inv_22_each_good_given_lowers_the_repulse_value_and_earns_a_chip() -> None:
    s = giving()
    assert question(s, 0) == "produce.contribute"
    assert goods(s, 0) == ["Gem World", "Comet Zone"], "before production"
    answer(s, 0, "Gem World", "Comet Zone")
    assert war(s).repulse == 20
    assert war(s).contributed[0] == 2


def test_r_inv_22_none_need_be_given() -> None:
    s = giving()
    answer(s, 0)
    assert war(s).repulse == 22
    assert war(s).contributed[0] == 0


def test_r_inv_22_the_value_does_not_fall_below_nothing_but_chips_are_earned() -> None:
    s = giving(repulse=1)
    answer(s, 0, "Gem World", "Comet Zone")
    assert war(s).repulse == 0
    assert war(s).contributed[0] == 2


def test_r_inv_22_goods_produced_in_this_phase_cannot_be_given() -> None:
    s = produce(tableau=["Gem World"], game=GAME)
    assert question(s, 0) == "action"
    assert war(s).contributed[0] == 0


def test_r_inv_22_it_comes_before_repairs() -> None:
    s = produce(tableau=["Gem World", "Spice World"], goods=["Gem World"], damaged=["Spice World"], game=GAME)
    assert question(s, 0) == "produce.contribute"


def test_r_inv_23_those_chips_come_from_the_pool_and_are_not_doubled() -> None:
    s = giving(twice=1)
    answer(s, 0, "Gem World", "Comet Zone")
    assert s.pool == 22
    assert s.chips[0] == 0
    assert war(s).contributed[0] == 2


def test_r_inv_23_they_can_empty_the_pool() -> None:
    s = giving(pool=2)
    answer(s, 0, "Gem World", "Comet Zone")
    assert s.over


def test_r_inv_23_a_world_whose_good_was_given_may_produce() -> None:
    s = giving()
    answer(s, 0, "Gem World", "Comet Zone")
    assert goods(s, 0) == ["Gem World", "Comet Zone"]
    assert len(hand(s, 0)) == 2


# --- repairs ---


def test_r_inv_24_two_cards_repair_a_world() -> None:
    s = produce(tableau=["Old Earth", "Rebel Base"], damaged=["Rebel Base"], spare=3, game=GAME)
    assert sorted(offered(s, 0)) == ["pass", "two cards"]
    answer(s, 0, "two cards")
    discard_first(s, 0)
    assert damaged(s, 0) == []
    assert len(hand(s, 0)) == 1


def test_r_inv_24_a_good_repairs_a_world_also_one_just_produced() -> None:
    s = produce(tableau=["Artist Colony", "Rebel Base"], damaged=["Rebel Base"], game=GAME)
    answer(s, 0, "a good")
    assert damaged(s, 0) == []
    assert goods(s, 0) == []


@pytest.mark.parametrize("card", ["Construction Corps", "Terraforming Defenders"])
def test_r_inv_24_a_repair_power_repairs_one_world_a_phase(card: str) -> None:
    s = produce(tableau=[card, "Rebel Base", "Old Earth"], damaged=["Rebel Base", "Old Earth"], game=GAME)
    answer(s, 0, card)
    answer(s, 0, "Rebel Base")
    assert damaged(s, 0) == ["Old Earth"]
    assert question(s, 0) == "action"


def test_r_inv_24_as_often_as_can_be_paid() -> None:
    s = produce(tableau=["Rebel Base", "Old Earth"], damaged=["Rebel Base", "Old Earth"], spare=4, game=GAME)
    for world in ("Old Earth", "Rebel Base"):
        answer(s, 0, "two cards")
        if question(s, 0) == "repair.cards":
            discard_first(s, 0)
        if question(s, 0) == "repair.world":
            answer(s, 0, world)
    assert damaged(s, 0) == []
    assert hand(s, 0) == []


def test_r_inv_24_repairs_may_be_declined() -> None:
    s = produce(tableau=["Rebel Base", "Old Earth"], damaged=["Rebel Base"], spare=4, game=GAME)
    answer(s, 0, "pass")
    assert damaged(s, 0) == ["Rebel Base"]
    assert len(hand(s, 0)) == 4


def test_r_inv_24_cards_drawn_in_this_phase_may_pay() -> None:
    """A draw of a fixed number, a draw for worlds and a draw for goods: each may bring the second card."""
    for cards in (["Rebel Underground"], ["Imperium War Profiteers", "Asteroid Belt"]):
        s = produce(tableau=[*cards, "Rebel Base"], damaged=["Rebel Base"], spare=1, game=GAME)
        answer(s, 0, "two cards")
        assert damaged(s, 0) == []


def test_r_inv_24_the_worked_example_of_the_rulebook() -> None:
    """Joe, with one card, draws one for Rebel Underground and repairs Spice World for two cards; its good repairs
    Alien Robotic Factory, which produces; then Diversified Economy draws two cards."""
    s = produce(
        tableau=["Rebel Underground", "Diversified Economy", "Spice World", "Alien Robotic Factory"],
        damaged=["Spice World", "Alien Robotic Factory"],
        spare=1,
        game=GAME,
    )
    answer(s, 0, "two cards")
    answer(s, 0, "Spice World")
    assert goods(s, 0) == ["Spice World"]
    answer(s, 0, "a good")
    assert damaged(s, 0) == []
    assert goods(s, 0) == ["Alien Robotic Factory"]
    assert len(hand(s, 0)) == 2


def test_r_inv_24_a_bonus_good_may_pay_for_a_repair_before_the_draws_for_worlds() -> None:
    """With one card in hand too: the bonus good repairs a Genes world, and the League counts it."""
    s = produce(
        tableau=["Pan-Galactic League", "Pirate World", "Distant World"],
        damaged=["Distant World"],
        spare=1,
        picks="Produce",
        game=GAME,
    )
    assert sorted(offered(s, 0)) == ["Pan-Galactic League", "Produce bonus", "pass"]
    answer(s, 0, "Produce bonus")
    answer(s, 0, "a good")
    assert damaged(s, 0) == []
    assert len(hand(s, 0)) == 2, "the card that was there, and one for the Genes world"


def test_r_inv_24_a_good_for_a_card_may_pay_for_a_repair_before_the_bonus() -> None:
    """Uplift Terraforming's good repairs a windfall world, and the bonus puts a good there."""
    s = produce(
        tableau=["Uplift Terraforming", "Reptilian Uplift Race", "Pirate World"],
        damaged=["Pirate World"],
        spare=1,
        picks="Produce",
        game=GAME,
    )
    assert sorted(offered(s, 0)) == ["Produce bonus", "Uplift Terraforming", "pass"]
    answer(s, 0, "Uplift Terraforming")
    assert goods(s, 0) == ["Reptilian Uplift Race"]
    answer(s, 0, "a good")
    assert goods(s, 0) == ["Pirate World"]
    assert damaged(s, 0) == []


def test_r_inv_24_a_draw_for_worlds_may_bring_the_card_that_a_repair_lacks() -> None:
    """Two such draws: the first brings the second card, the repair follows, and the other draw counts it."""
    s = produce(
        tableau=["Pan-Galactic League", "Imperium War Profiteers", "Asteroid Belt", "Distant World"],
        damaged=["Distant World"],
        spare=1,
        game=GAME,
    )
    assert sorted(offered(s, 0)) == ["Imperium War Profiteers", "Pan-Galactic League", "pass"]
    answer(s, 0, "Imperium War Profiteers")
    answer(s, 0, "two cards")
    assert len(hand(s, 0)) == 1, "for Distant World"


def test_r_inv_24_what_is_left_is_done_in_the_usual_order_by_who_wants_no_more() -> None:
    s = produce(
        tableau=["Pan-Galactic League", "Pirate World", "Plague World", "Distant World"],
        damaged=["Distant World"],
        spare=1,
        picks="Produce",
        game=GAME,
    )
    answer(s, 0, "pass")
    assert goods(s, 0) == ["Pirate World", "Plague World"]
    assert damaged(s, 0) == ["Distant World"]
    assert len(hand(s, 0)) == 2, "Plague World is a Genes world"


def test_r_inv_25_a_repaired_world_may_produce_and_its_powers_work() -> None:
    s = produce(
        tableau=["Rebel Underground", "Gem World"],
        damaged=["Rebel Underground", "Gem World"],
        spare=2,
        game=GAME,
    )
    answer(s, 0, "two cards")
    answer(s, 0, "Gem World")
    assert goods(s, 0) == ["Gem World"]
    assert len(hand(s, 0)) == 1, "its own draw"
    answer(s, 0, "a good")
    assert damaged(s, 0) == []
    assert len(hand(s, 0)) == 2, "Rebel Underground draws too"


def test_r_inv_25_it_counts_for_draws_taken_afterwards() -> None:
    s = produce(
        tableau=["Imperium War Profiteers", "Asteroid Belt", "Radioactive World"],
        damaged=["Asteroid Belt"],
        spare=2,
        game=GAME,
    )
    answer(s, 0, "two cards")
    assert len(hand(s, 0)) == 2


def test_r_inv_25_a_repaired_windfall_world_gets_no_good_by_that_alone() -> None:
    s = produce(tableau=["Old Earth", "Pirate World"], damaged=["Pirate World"], spare=2, game=GAME)
    answer(s, 0, "two cards")
    assert goods(s, 0) == []


def test_r_inv_25_but_may_get_one_by_a_windfall_power() -> None:
    s = produce(
        tableau=["Old Earth", "Pirate World"], damaged=["Pirate World"], spare=2, picks="Produce", game=GAME
    )
    answer(s, 0, "two cards")
    assert goods(s, 0) == ["Pirate World"]


def test_r_inv_26_a_world_produces_once_a_phase_even_if_its_good_was_spent() -> None:
    s = produce(tableau=["Artist Colony", "Rebel Base"], damaged=["Rebel Base"], picks="Produce", game=GAME)
    answer(s, 0, "a good")
    assert goods(s, 0) == []
    s = produce(
        tableau=["Pirate World", "Rebel Base", "Galactic Engineers"],
        damaged=["Rebel Base"],
        picks="Produce",
        game=GAME,
    )
    while question(s, 0).startswith("produce"):
        words = offered(s, 0)
        answer(s, 0, "a good" if "a good" in words else words[0])
    assert damaged(s, 0) == []
    assert goods(s, 0) == []


def test_r_inv_27_produce_repair_brings_produce_and_repairs_two_worlds_free() -> None:
    s = new_round(
        tableau=["Old Earth", "Rebel Base", "Pirate World", "Artist Colony"],
        damaged=["Old Earth", "Rebel Base"],
        game=GAME,
        round=1,
    )
    answer(s, 0, "Produce: Repair")
    answer(s, 1, "Consume: Trade")
    for world in ("Old Earth", "Rebel Base"):
        answer(s, 0, "Repair bonus")
        if question(s, 0) == "repair.world":
            answer(s, 0, world)
    assert damaged(s, 0) == []
    assert goods(s, 0) == ["Artist Colony"], "no windfall bonus"


def test_r_inv_27_with_produce_too_he_has_both_bonuses() -> None:
    s = new_round(
        tableau=["Rebel Base", "Pirate World"], damaged=["Rebel Base"], game=GAME, experienced=True, round=1
    )
    answer(s, 0, "Produce", "Produce: Repair")
    answer(s, 1, "Consume: Trade", "Consume: 2x VPs")
    while question(s, 0) == "produce.power":
        words = offered(s, 0)
        answer(s, 0, "Repair bonus" if "Repair bonus" in words else words[0])
    assert damaged(s, 0) == []
    assert goods(s, 0) == ["Pirate World"]


# --- the end ---


def test_r_inv_28_the_game_ends_by_an_empty_pool_twelve_cards_repulse_or_defeat() -> None:
    assert end_of_round(pool=0, game=GAME).over
    assert end_of_round(tableau=QUIET_TABLEAU[:12], game=GAME).over
    assert invasion(repulse=0).over
    assert not end_of_round(game=GAME).over


def test_r_inv_29_the_greatest_admiral_and_contributor_have_five_each() -> None:
    rival = seat(tableau=["Epsilon Eridani"])
    s = produce(tableau=["New Sparta", "Gem World"], goods=["Gem World"], rivals=[rival], game=GAME, pool=1)
    answer(s, 0, "Gem World")
    assert s.over
    assert score(s, 0) == 1 + 1 + 1 + 5 + 5
    assert score(s, 1) == 1


def test_r_inv_29_tied_players_have_the_full_five_each() -> None:
    rival = seat(tableau=["Epsilon Eridani", "Expedition Force"])
    s = end_of_round(tableau=["New Sparta"], rivals=[rival], game=GAME, pool=0)
    assert score(s, 0) == 1 + 5 + 5
    assert score(s, 1) == 1 + 1 + 5 + 5


def test_r_inv_29_these_are_no_chips() -> None:
    s = end_of_round(tableau=["New Sparta", "Galactic Renaissance"], game=GAME, pool=0)
    assert score(s, 0) == 1 + 0 + 5 + 5


def test_r_inv_29_contributions_count_for_galactic_renaissance() -> None:
    """Three chips in all, one of them a war contribution."""
    s = produce(
        tableau=["Galactic Renaissance", "Gem World"],
        goods=["Gem World"],
        chips=2,
        rivals=[seat(tableau=["New Sparta"])],
        game=GAME,
    )
    before = score(s, 0)
    answer(s, 0, "Gem World")
    assert score(s, 0) == before + 1 + 1


def test_r_inv_30_after_empire_defeat_only_the_bonuses_fall_away() -> None:
    s = invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], chips=4)
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert score(s, 0) == 4 + 1
    assert score(s, 1) == 0
    assert s.winners() == [0]


def test_r_inv_30_defeat_in_the_round_of_an_empty_pool_is_still_defeat() -> None:
    s = invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], chips=4)
    s.pool = 0
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert score(s, 0) == 4 + 1, "no bonus for anybody"


def test_r_inv_31_the_score_is_chips_undamaged_tableau_awards_and_bonuses() -> None:
    rival = seat(tableau=["Old Earth", *ARMY], damaged=["Old Earth"])
    s = invasion(
        tableau=["New Sparta", "Gem World"],
        damaged=["Gem World"],
        rivals=[rival],
        attacks=[1, 9],
        chips=3,
        pool=0,
    )
    assert s.over
    assert score(s, 0) == 3 + 1 + 2 + 5, "greatest contributors are both, with nothing"


def test_r_inv_31_a_tie_goes_to_the_most_hand_cards_and_goods() -> None:
    rival = seat(tableau=["Epsilon Eridani", "Alien Robot Sentry"][:1], spare=3, chips=5)
    s = end_of_round(tableau=["New Sparta"], spare=2, rivals=[rival], game=GAME, pool=0)
    assert score(s, 0) == score(s, 1)
    assert s.winners() == [1]
