"""The numbers the sensible bot works with. Everything is measured in victory points at the end of the game."""

from __future__ import annotations

from typing import Final


class Weights:
    """Rules of thumb, in numbers; the shipped ones come from many games of the bot against its own variants."""

    # The worth of a card in hand.
    card: float = 0.8
    """A card in hand, while there is time to place what it pays for."""
    card_rounds: float = 2.25
    """Over how many last rounds cards lose their worth."""
    card_crowd: float = 0.04
    """Each card in hand makes the next worth less by this fraction."""
    hunger: float = 0.1
    """The share of the best card in hand that cannot be paid for yet which is credited to the next card."""
    tempo: float = 0.85
    """The share of the promise of a card in hand that is given up by placing it."""
    reach: float = 0.75
    """The share of the gain from placing a card that counts while it is still in hand."""
    rank_fade: float = 0.8
    """The second best card in hand promises less by this factor, the third by its square: not all get placed."""
    missing_military: float = 0.7
    """The share of it that remains for each point of Military that is missing."""
    missing_card: float = 0.9
    """The share of it that remains for each card that is missing to pay for it."""

    # The frequency, for each round, of the phases in which powers work.
    explores: float = 0.4
    develops: float = 0.55
    settles: float = 0.49
    trades: float = 0.25
    cycles: float = 0.26
    """The frequency with which goods are made and used up."""
    produces: float = 0.45

    # The yield of powers when they work, in cards.
    look: float = 0.25
    """One more card to choose from in Explore."""
    keep: float = 0.9
    use: float = 0.75
    """The frequency with which a discount or a draw-after finds something to place."""
    kind_discount: float = 0.3
    """The weight of a discount for one kind beside one for all."""
    pay_for_military: float = 0.7
    temp_military: float = 0.8
    colony_ship: float = 1.2

    # Military.
    military: float = 0.45
    """The first points of Military, in points for each Settle phase to come."""
    military_fade: float = 0.85
    """Each further point counts less by this factor."""
    special_military: float = 0.3
    """The weight of Military against some worlds beside plain Military."""
    waiting_world: float = 0.25
    """The share of a military world in hand that is credited to the Military that brings it nearer."""

    # War.
    war_military: float = 0.4
    """A point of Military or defense against Xenos, for each invasion to come."""
    most_given: float = 0.7
    """A good contributed to the war, besides its chip: the hope of having contributed most."""

    first_defeat: float = 1.5
    """To keep everybody from failing for the first time."""
    last_defeat: float = 10.0
    """To keep the empire from its defeat, while behind."""

    doomed: float = 0.5
    """How much of the growth of "?" cards counts while the empire is likely to fall."""
    fallen: float = 0.3
    """The share of the worth of a world that remains if it will be damaged in the end."""

    # Goods.
    double: float = 1.6
    """The average number of times VPs for goods are counted (the 2x VPs bonus is not always ours)."""
    stock: float = 0.5
    """The worth of a good on a world beside what it will bring."""
    sale: float = 0.8
    """The weight of a card from a sale to come, beside a card in hand."""
    spare_good: float = 0.3
    """The worth in cards of a good that neither a sale nor a consume power is waiting for."""

    # Plans.
    plan_in_hand: float = 0.3
    """How much of the points counts that a card would bring to a "?" card still in hand."""
    growth: float = 1.0
    """How much better than a blind draw a player finds the cards that their "?" cards count."""

    # Explore.
    explore_first: float = 0.55
    explore_more: float = 0.08
    """The best of n cards is worth `explore_first + n * explore_more` cards."""

    # Others.
    free_rider: float = 0.85
    """The trust in the guess at what the others will call."""


SHIPPED: Final = Weights()
