"""Rulings on the two-player game for experienced players."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.engine.contract import IllegalChoice
from repulse.games.galaxy.codes import action
from repulse.games.galaxy.rules.state import GalaxyState


def pick(s: GalaxyState, player: int, *actions: str) -> None:
    """Pick two action cards; the same word twice is both cards of that phase."""
    s.apply(player, sorted(action.TOKENS.index(card) for card in actions))


def test_r_2px_01_each_picks_two_of_nine_cards() -> None:
    s = g.new_round(experienced=True)
    assert len(s.decision(0).options) == 9
    assert (s.decision(0).least, s.decision(0).most) == (2, 2)
    assert g.refused(s, 0, "Settle") == "too-few"


@pytest.mark.parametrize("action", ["Explore +5", "Consume: Trade", "Consume: 2x VPs", "Produce"])
def test_r_2px_01_the_two_cards_are_different(action: str) -> None:
    s = g.new_round(experienced=True)
    with pytest.raises(IllegalChoice, match="twice"):
        pick(s, 0, action, action)


def test_r_2px_01_both_develops_are_two_phases_each_with_the_bonus() -> None:
    s = g.new_round(hand=["Space Marines", "Drop Ships"], spare=9, experienced=True)
    pick(s, 0, "Develop", "Develop")
    pick(s, 1, "Produce", "Consume: Trade")
    g.answer(s, 0, "Space Marines")
    assert g.must_pay(s, 0) == 2 - 1
    g.answer(s, 0, g.hand(s, 0)[-1])
    g.answer(s, 0, "Drop Ships")
    assert g.must_pay(s, 0) == 4 - 1


def test_r_2px_01_the_second_develop_sees_the_first_ones_card() -> None:
    s = g.new_round(hand=["Investment Credits", "Drop Ships"], spare=9, experienced=True)
    pick(s, 0, "Develop", "Develop")
    pick(s, 1, "Produce", "Consume: Trade")
    g.answer(s, 0, "Investment Credits")
    g.answer(s, 0, "Drop Ships")
    assert g.must_pay(s, 0) == 4 - 1 - 1


def test_r_2px_01_draws_as_develop_begins_come_twice() -> None:
    s = g.new_round(tableau=["Old Earth", "Interstellar Bank"], experienced=True)
    pick(s, 0, "Develop", "Develop")
    pick(s, 1, "Produce", "Consume: Trade")
    assert len(g.hand(s, 0)) == 1
    g.answer(s, 0, "pass")
    assert len(g.hand(s, 0)) == 2
    assert g.question(s, 0) == "develop.place"


def test_r_2px_01_both_settles_are_two_phases_each_with_the_bonus() -> None:
    s = g.new_round(hand=["Pilgrimage World", "Refugee World"], experienced=True)
    pick(s, 0, "Settle", "Settle")
    pick(s, 1, "Consume: 2x VPs", "Consume: Trade")
    g.answer(s, 0, "Pilgrimage World")
    assert len(g.hand(s, 0)) == 2
    g.answer(s, 0, "Refugee World")
    assert len(g.hand(s, 0)) == 2


def test_r_2px_01_the_second_settle_sees_the_first_ones_card() -> None:
    s = g.new_round(tableau=["New Sparta"], hand=["Outlaw World", "Pirate World"], experienced=True)
    pick(s, 0, "Settle", "Settle")
    pick(s, 1, "Consume: 2x VPs", "Consume: Trade")
    assert "Pirate World" not in g.offered(s, 0)
    g.answer(s, 0, "Outlaw World")
    assert "Pirate World" in g.offered(s, 0)


def test_r_2px_01_temporary_military_does_not_carry_over() -> None:
    s = g.new_round(
        tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "Outlaw World"], experienced=True
    )
    pick(s, 0, "Settle", "Settle")
    pick(s, 1, "Consume: 2x VPs", "Produce")
    g.answer(s, 0, "Pirate World")
    assert "Outlaw World" not in g.offered(s, 0)


def test_r_2px_01_a_windfall_good_of_settle_1_may_help_in_settle_2() -> None:
    s = g.new_round(
        tableau=["New Sparta", "Rebel Black Market Gangs"],
        hand=["Former Penal Colony", "Malevolent Lifeforms"],
        experienced=True,
        game="xeno-invasion",
    )
    pick(s, 0, "Settle", "Settle")
    pick(s, 1, "Consume: 2x VPs", "Consume: Trade")
    g.answer(s, 0, "Former Penal Colony")
    g.answer(s, 0, "Malevolent Lifeforms")
    assert g.tableau(s, 0)[-1] == "Malevolent Lifeforms", "2 + 1 (Former Penal Colony) + 1 (its good)"
    assert g.goods(s, 0) == []


def test_r_2px_01_all_phases_of_four_picks_come_in_order() -> None:
    s = g.new_round(
        tableau=["Old Earth", "Artist Colony"], hand=["Investment Credits"], spare=2, experienced=True
    )
    pick(s, 0, "Explore +5", "Produce")
    pick(s, 1, "Develop", "Settle")
    assert g.question(s, 0) == "explore.discard"
    g.discard_first(s, 0, 1)
    assert g.question(s, 0) == "develop.place"
    g.answer(s, 0, "pass")
    g.answer(s, 1, "pass")
    assert g.question(s, 0) == "settle.place"
    g.answer(s, 0, "pass")
    g.answer(s, 1, "pass")
    assert g.goods(s, 0) == ["Artist Colony"]
    assert g.question(s, 0) == "actions"


def test_r_2px_02_one_develop_against_two_has_its_bonus_in_phase_1_only() -> None:
    s = g.new_round(hand=["Space Marines", "Drop Ships"], spare=9, rivals=[g.seat(spare=1)], experienced=True)
    pick(s, 0, "Develop", "Produce")
    pick(s, 1, "Develop", "Develop")
    g.answer(s, 0, "Space Marines")
    g.answer(s, 1, "pass")
    assert g.must_pay(s, 0) == 2 - 1
    g.answer(s, 0, g.hand(s, 0)[-1])
    g.answer(s, 0, "Drop Ships")
    g.answer(s, 1, "pass")
    assert g.must_pay(s, 0) == 4


def test_r_2px_02_one_settle_against_two_has_its_bonus_in_phase_1_only() -> None:
    s = g.new_round(hand=["Pilgrimage World", "Refugee World"], experienced=True)
    pick(s, 0, "Settle", "Produce")
    pick(s, 1, "Settle", "Settle")
    g.answer(s, 0, "Pilgrimage World")
    assert len(g.hand(s, 0)) == 1 + 1
    g.answer(s, 0, "Refugee World")
    assert len(g.hand(s, 0)) == 1


def test_r_2px_02_who_picked_none_plays_in_both_without_a_bonus() -> None:
    s = g.new_round(hand=["Pilgrimage World", "Refugee World"], experienced=True)
    pick(s, 0, "Produce", "Consume: 2x VPs")
    pick(s, 1, "Settle", "Settle")
    g.answer(s, 0, "Pilgrimage World")
    g.answer(s, 0, "Refugee World")
    assert g.tableau(s, 0)[-2:] == ["Pilgrimage World", "Refugee World"]
    assert g.hand(s, 0) == []


def test_r_2px_02_one_pick_each_is_one_phase() -> None:
    s = g.new_round(hand=["Pilgrimage World", "Refugee World"], experienced=True)
    pick(s, 0, "Settle", "Consume: Trade")
    pick(s, 1, "Settle", "Consume: 2x VPs")
    g.answer(s, 0, "Pilgrimage World")
    assert g.question(s, 0) == "actions"
    assert g.hand(s, 0)[0] == "Refugee World"
