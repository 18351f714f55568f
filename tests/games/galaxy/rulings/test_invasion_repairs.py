"""Rulings on the Invasion game: repairs."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.invasion_positions import GAME

# --- repairs ---


def test_r_inv_24_two_cards_repair_a_world() -> None:
    s = g.produce(tableau=["Old Earth", "Rebel Base"], damaged=["Rebel Base"], spare=3, game=GAME)
    assert sorted(g.offered(s, 0)) == ["pass", "two cards"]
    g.answer(s, 0, "two cards")
    g.discard_first(s, 0)
    assert g.damaged(s, 0) == []
    assert len(g.hand(s, 0)) == 1


def test_r_inv_24_a_good_repairs_a_world_also_one_just_produced() -> None:
    s = g.produce(tableau=["Artist Colony", "Rebel Base"], damaged=["Rebel Base"], game=GAME)
    g.answer(s, 0, "a good")
    assert g.damaged(s, 0) == []
    assert g.goods(s, 0) == []


@pytest.mark.parametrize("card", ["Construction Corps", "Terraforming Defenders"])
def test_r_inv_24_a_repair_power_repairs_one_world_a_phase(card: str) -> None:
    s = g.produce(tableau=[card, "Rebel Base", "Old Earth"], damaged=["Rebel Base", "Old Earth"], game=GAME)
    g.answer(s, 0, card)
    g.answer(s, 0, "Rebel Base")
    assert g.damaged(s, 0) == ["Old Earth"]
    assert g.question(s, 0) == "action"


def test_r_inv_24_as_often_as_can_be_paid() -> None:
    s = g.produce(
        tableau=["Rebel Base", "Old Earth"], damaged=["Rebel Base", "Old Earth"], spare=4, game=GAME
    )
    for world in ("Old Earth", "Rebel Base"):
        g.answer(s, 0, "two cards")
        if g.question(s, 0) == "repair.cards":
            g.discard_first(s, 0)
        if g.question(s, 0) == "repair.world":
            g.answer(s, 0, world)
    assert g.damaged(s, 0) == []
    assert g.hand(s, 0) == []


def test_r_inv_24_repairs_may_be_declined() -> None:
    s = g.produce(tableau=["Rebel Base", "Old Earth"], damaged=["Rebel Base"], spare=4, game=GAME)
    g.answer(s, 0, "pass")
    assert g.damaged(s, 0) == ["Rebel Base"]
    assert len(g.hand(s, 0)) == 4


def test_r_inv_24_cards_drawn_in_this_phase_may_pay() -> None:
    """A draw of a fixed number, a draw for worlds and a draw for goods: each may bring the second card."""
    for cards in (["Rebel Underground"], ["Imperium War Profiteers", "Asteroid Belt"]):
        s = g.produce(tableau=[*cards, "Rebel Base"], damaged=["Rebel Base"], spare=1, game=GAME)
        g.answer(s, 0, "two cards")
        assert g.damaged(s, 0) == []


def test_r_inv_24_the_worked_example_of_the_rulebook() -> None:
    """Joe, with one card, draws one for Rebel Underground and repairs Spice World for two cards; its good repairs
    Alien Robotic Factory, which produces; then Diversified Economy draws two cards."""
    s = g.produce(
        tableau=["Rebel Underground", "Diversified Economy", "Spice World", "Alien Robotic Factory"],
        damaged=["Spice World", "Alien Robotic Factory"],
        spare=1,
        game=GAME,
    )
    g.answer(s, 0, "two cards")
    g.answer(s, 0, "Spice World")
    assert g.goods(s, 0) == ["Spice World"]
    g.answer(s, 0, "a good")
    assert g.damaged(s, 0) == []
    assert g.goods(s, 0) == ["Alien Robotic Factory"]
    assert len(g.hand(s, 0)) == 2


def test_r_inv_24_a_bonus_good_may_repair_before_the_draws_for_worlds() -> None:
    """With one card in hand too: the bonus good repairs a Genes world, and the League counts it."""
    s = g.produce(
        tableau=["Pan-Galactic League", "Pirate World", "Distant World"],
        damaged=["Distant World"],
        spare=1,
        picks="Produce",
        game=GAME,
    )
    assert sorted(g.offered(s, 0)) == ["Pan-Galactic League", "Produce bonus", "pass"]
    g.answer(s, 0, "Produce bonus")
    g.answer(s, 0, "a good")
    assert g.damaged(s, 0) == []
    assert len(g.hand(s, 0)) == 2, "the card that was there, and one for the Genes world"


def test_r_inv_24_a_good_for_a_card_may_pay_for_a_repair_before_the_bonus() -> None:
    """Uplift Terraforming's good repairs a windfall world, and the bonus puts a good there."""
    s = g.produce(
        tableau=["Uplift Terraforming", "Reptilian Uplift Race", "Pirate World"],
        damaged=["Pirate World"],
        spare=1,
        picks="Produce",
        game=GAME,
    )
    assert sorted(g.offered(s, 0)) == ["Produce bonus", "Uplift Terraforming", "pass"]
    g.answer(s, 0, "Uplift Terraforming")
    assert g.goods(s, 0) == ["Reptilian Uplift Race"]
    g.answer(s, 0, "a good")
    assert g.goods(s, 0) == ["Pirate World"]
    assert g.damaged(s, 0) == []


def test_r_inv_24_a_draw_for_worlds_may_bring_the_card_that_a_repair_lacks() -> None:
    """Two such draws: the first brings the second card, the repair follows, and the other draw counts it."""
    s = g.produce(
        tableau=["Pan-Galactic League", "Imperium War Profiteers", "Asteroid Belt", "Distant World"],
        damaged=["Distant World"],
        spare=1,
        game=GAME,
    )
    assert sorted(g.offered(s, 0)) == ["Imperium War Profiteers", "Pan-Galactic League", "pass"]
    g.answer(s, 0, "Imperium War Profiteers")
    g.answer(s, 0, "two cards")
    assert len(g.hand(s, 0)) == 1, "for Distant World"


def test_r_inv_24_after_a_pass_the_rest_is_done_in_the_usual_order() -> None:
    s = g.produce(
        tableau=["Pan-Galactic League", "Pirate World", "Plague World", "Distant World"],
        damaged=["Distant World"],
        spare=1,
        picks="Produce",
        game=GAME,
    )
    g.answer(s, 0, "pass")
    assert g.goods(s, 0) == ["Pirate World", "Plague World"]
    assert g.damaged(s, 0) == ["Distant World"]
    assert len(g.hand(s, 0)) == 2, "Plague World is a Genes world"


def test_r_inv_25_a_repaired_world_may_produce_and_its_powers_work() -> None:
    s = g.produce(
        tableau=["Rebel Underground", "Gem World"],
        damaged=["Rebel Underground", "Gem World"],
        spare=2,
        game=GAME,
    )
    g.answer(s, 0, "two cards")
    g.answer(s, 0, "Gem World")
    assert g.goods(s, 0) == ["Gem World"]
    assert len(g.hand(s, 0)) == 1, "its own draw"
    g.answer(s, 0, "a good")
    assert g.damaged(s, 0) == []
    assert len(g.hand(s, 0)) == 2, "Rebel Underground draws too"


def test_r_inv_25_it_counts_for_draws_taken_afterwards() -> None:
    s = g.produce(
        tableau=["Imperium War Profiteers", "Asteroid Belt", "Radioactive World"],
        damaged=["Asteroid Belt"],
        spare=2,
        game=GAME,
    )
    g.answer(s, 0, "two cards")
    assert len(g.hand(s, 0)) == 2


def test_r_inv_25_a_repaired_windfall_world_gets_no_good_by_that_alone() -> None:
    s = g.produce(tableau=["Old Earth", "Pirate World"], damaged=["Pirate World"], spare=2, game=GAME)
    g.answer(s, 0, "two cards")
    assert g.goods(s, 0) == []


def test_r_inv_25_but_may_get_one_by_a_windfall_power() -> None:
    s = g.produce(
        tableau=["Old Earth", "Pirate World"], damaged=["Pirate World"], spare=2, picks="Produce", game=GAME
    )
    g.answer(s, 0, "two cards")
    assert g.goods(s, 0) == ["Pirate World"]


def test_r_inv_26_a_world_produces_once_a_phase_even_if_its_good_was_spent() -> None:
    s = g.produce(tableau=["Artist Colony", "Rebel Base"], damaged=["Rebel Base"], picks="Produce", game=GAME)
    g.answer(s, 0, "a good")
    assert g.goods(s, 0) == []
    s = g.produce(
        tableau=["Pirate World", "Rebel Base", "Galactic Engineers"],
        damaged=["Rebel Base"],
        picks="Produce",
        game=GAME,
    )
    while g.question(s, 0).startswith("produce"):
        words = g.offered(s, 0)
        g.answer(s, 0, "a good" if "a good" in words else words[0])
    assert g.damaged(s, 0) == []
    assert g.goods(s, 0) == []


def test_r_inv_27_produce_repair_produces_and_repairs_two_worlds() -> None:
    s = g.new_round(
        tableau=["Old Earth", "Rebel Base", "Pirate World", "Artist Colony"],
        damaged=["Old Earth", "Rebel Base"],
        game=GAME,
        round=1,
    )
    g.answer(s, 0, "Produce: Repair")
    g.answer(s, 1, "Consume: Trade")
    for world in ("Old Earth", "Rebel Base"):
        g.answer(s, 0, "Repair bonus")
        if g.question(s, 0) == "repair.world":
            g.answer(s, 0, world)
    assert g.damaged(s, 0) == []
    assert g.goods(s, 0) == ["Artist Colony"], "no windfall bonus"


def test_r_inv_27_with_produce_too_he_has_both_bonuses() -> None:
    s = g.new_round(
        tableau=["Rebel Base", "Pirate World"], damaged=["Rebel Base"], game=GAME, experienced=True, round=1
    )
    g.answer(s, 0, "Produce", "Produce: Repair")
    g.answer(s, 1, "Consume: Trade", "Consume: 2x VPs")
    while g.question(s, 0) == "produce.power":
        words = g.offered(s, 0)
        g.answer(s, 0, "Repair bonus" if "Repair bonus" in words else words[0])
    assert g.damaged(s, 0) == []
    assert g.goods(s, 0) == ["Pirate World"]
