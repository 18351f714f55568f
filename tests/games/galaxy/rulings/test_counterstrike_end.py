"""Rulings on the Counterstrike game: its end and its score."""

from __future__ import annotations

from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.counterstrike_positions import ARMY, FRONTIER, GAME, breather_with

# --- the end, and the score ---


def test_r_cst_34_an_empty_pool_ends_the_game() -> None:
    assert g.end_of_round(pool=0, conquest=True, game=GAME, round=2).over
    assert not g.end_of_round(pool=1, conquest=True, game=GAME, round=2).over


def test_r_cst_34_all_systems_conquered_end_it_after_the_round() -> None:
    rival = g.seat(tableau=["Artist Colony"], picks="Produce")
    s = g.new_round(
        tableau=[*ARMY, "Frontier Surveyors"],
        rivals=[rival],
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
    )
    g.answer(s, 0, FRONTIER)
    g.answer(s, 1, "Produce")
    g.answer(s, 0, "attack")
    assert s.over
    assert g.goods(s, 1) == ["Artist Colony"]


def test_r_cst_34_not_while_one_is_in_the_discards() -> None:
    s = g.settle(
        tableau=["Old Earth", "Frontier Surveyors"],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "attack")
    assert not s.over


def test_r_cst_34_the_conquest_value_ends_it() -> None:
    assert g.retaliation(tableau=ARMY, rivals=[g.seat(tableau=["New Sparta"])], repulse=12).over
    assert not g.retaliation(tableau=ARMY, rivals=[g.seat(tableau=["New Sparta"])], repulse=13).over


def test_r_cst_34_tableau_size_never_ends_it() -> None:
    assert not g.end_of_round(tableau=g.QUIET_TABLEAU, conquest=True, game=GAME, round=2).over


def test_r_cst_35_seven_points_for_the_most_chips_and_for_the_most_systems() -> None:
    rival = g.seat(tableau=["Epsilon Eridani"], chips=4)
    s = g.end_of_round(
        tableau=["New Sparta", "Xeno Satellite I"],
        chips=3,
        rivals=[rival],
        pool=0,
        conquest=True,
        systems=["Xeno Hive I"],
        game=GAME,
        round=2,
    )
    assert s.over
    satellite = s.cards.vp[s.cards.ids["Xeno Satellite I"]]
    assert g.score(s, 0) == 3 + 1 + satellite + 7
    assert g.score(s, 1) == 4 + 1 + 7


def test_r_cst_35_all_tied_players_have_seven() -> None:
    rivals = [g.seat(tableau=["Epsilon Eridani"], chips=3), g.seat(tableau=["Old Earth"], chips=2)]
    s = g.end_of_round(
        tableau=["New Sparta"], chips=3, rivals=rivals, pool=0, conquest=True, game=GAME, round=2
    )
    assert [g.score(s, player) for player in range(3)] == [3 + 1 + 7 + 7, 3 + 1 + 7 + 7, 2 + 2 + 7]


def test_r_cst_35_with_no_system_conquered_everybody_is_tied_for_the_most() -> None:
    s = g.end_of_round(
        tableau=["New Sparta"],
        chips=1,
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        pool=0,
        conquest=True,
        systems=["Xeno Hive I"],
        game=GAME,
        round=2,
    )
    assert [g.score(s, player) for player in range(2)] == [1 + 1 + 7 + 7, 1 + 7]


def test_r_cst_35_a_damaged_system_counts_for_the_most_but_scores_nothing() -> None:
    s = g.end_of_round(
        tableau=["New Sparta", "Xeno Satellite I"],
        damaged=["Xeno Satellite I"],
        rivals=[g.seat(tableau=["Epsilon Eridani"], chips=1)],
        pool=0,
        conquest=True,
        systems=["Xeno Hive I"],
        game=GAME,
        round=2,
    )
    assert g.score(s, 0) == 1 + 7


def test_r_cst_35_two_systems_beat_one() -> None:
    s = g.end_of_round(
        tableau=["New Sparta", "Xeno Satellite I", "Xeno Hive II"],
        rivals=[g.seat(tableau=["Epsilon Eridani", "Xeno Satellite II"], chips=1)],
        pool=0,
        conquest=True,
        systems=["Xeno Hive I"],
        game=GAME,
        round=2,
    )
    vp = {
        name: s.cards.vp[s.cards.ids[name]]
        for name in ("Xeno Satellite I", "Xeno Satellite II", "Xeno Hive II")
    }
    assert g.score(s, 0) == 1 + vp["Xeno Satellite I"] + vp["Xeno Hive II"] + 7
    assert g.score(s, 1) == 1 + 1 + vp["Xeno Satellite II"] + 7


def test_r_cst_35_the_sevens_and_the_tiles_of_the_invasion_are_no_chips() -> None:
    """Galactic Renaissance counts threes of chips alone."""
    s = g.end_of_round(
        tableau=["Galactic Renaissance", "New Sparta"],
        chips=2,
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        pool=0,
        conquest=True,
        game=GAME,
        round=2,
    )
    assert g.score(s, 0) == 2 + 1 + 0 + 7 + 7


def test_r_cst_36_galactic_renaissance_counts_war_contributions_too() -> None:
    s = g.produce(
        tableau=["Galactic Renaissance", "Gem World"],
        goods=["Gem World"],
        chips=2,
        conquest=True,
        game=GAME,
        round=2,
    )
    before = g.score(s, 0)
    g.answer(s, 0, "Gem World")
    assert g.score(s, 0) == before + 1 + 1


def test_r_cst_36_it_counts_no_awards() -> None:
    cards = [*ARMY, "Galactic Renaissance"]
    rival = g.seat(tableau=["New Sparta"])
    before = g.score(
        g.end_of_round(tableau=cards, chips=2, rivals=[rival], conquest=True, game=GAME, round=2), 0
    )
    s = g.retaliation(tableau=cards, chips=2, rivals=[rival], attacks=[8, "M+3"])
    assert g.war(s).awards == [2, 0]
    assert g.score(s, 0) == before + 2


def test_r_cst_36_damaged_worlds_score_nothing_and_count_for_nothing() -> None:
    cards = ["Imperium Expansionists", "Frontier Settlement", "Xeno Satellite I"]

    def worth(*broken: str) -> int:
        rival = g.seat(tableau=["Epsilon Eridani", "Xeno Satellite II", "Xeno Satellite III"], chips=9)
        return g.score(
            g.end_of_round(
                tableau=cards,
                damaged=broken,
                rivals=[rival],
                conquest=True,
                systems=["Xeno Hive I"],
                game=GAME,
                round=2,
            ),
            0,
        )

    table = g.new_round(game=GAME).cards
    satellite = table.vp[table.ids["Xeno Satellite I"]]
    assert worth() == (2 + 2 + 1) + 2 + satellite
    assert worth("Frontier Settlement") == (2 + 1) + satellite
    assert worth("Frontier Settlement", "Xeno Satellite I") == 1


def test_develop_is_open_to_everybody_in_the_breather() -> None:
    """The phase itself is an ordinary one: any player who can pay places a development."""
    s = breather_with("Consume: Trade", "Consume: Trade")
    g.answer(s, 0, "Space Marines")
    assert g.pay_somehow(s, 0) == 2
    assert g.tableau(s, 0) == ["New Sparta", "Space Marines"]
    assert g.question(g.develop(game=GAME), 0) == "action"
    assert g.hand(s, 1) == []
