"""The Gadgets: how they are used, and each design."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.games.earth.positions import (
    answer,
    earth,
    end_turns,
    region_number,
    ships_in,
)

from repulse.engine.contract import IllegalChoice
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState

HOMES = ["Asia", "Europe", "Africa"]


def words_of(state: EarthState) -> list[str]:
    """The options of the actor."""
    decision = state.decision(state.actor())
    return [EarthGame().token(state, decision.domain, value) for value in decision.options]


def used(gadget: str, *said: str, **settings: Any) -> EarthState:
    """A position in which the first seat has used a Gadget and answered its questions, one word each."""
    state = earth(gadgets=[gadget], **settings)
    answer(state, 0, f"gadget {gadget}")
    for word in said:
        answer(state, 0, word)
    assert state.decision(0).prompt == "action"
    assert state.picked == []
    return state


def test_r_ear_21_a_gadget_is_paid_and_discarded_and_not_replaced() -> None:
    state = used("Overdrive", energy=[5, 0, 0])
    assert state.energy[0] == 2
    assert state.gadget_row == []
    assert [SHIPPED.gadget_names[face >> 1] for face in state.gadget_discards] == ["Overdrive"]


def test_r_ear_21_one_gadget_a_turn() -> None:
    state = earth(gadgets=["Overdrive", "Energy Siphon"])
    answer(state, 0, "gadget Overdrive")
    with pytest.raises(IllegalChoice, match="the limit is one per turn"):
        answer(state, 0, "gadget Energy Siphon")


def test_r_ear_21_the_next_player_may_use_one_again() -> None:
    state = earth(gadgets=["Overdrive", "Energy Siphon"])
    answer(state, 0, "gadget Overdrive")
    answer(state, 0, "end turn")
    answer(state, 1, "gadget Energy Siphon")
    assert state.energy[1] == 13


def test_r_ear_21_no_gadgets_on_the_first_turn() -> None:
    state = earth(gadgets=["Overdrive"], turn=1)
    with pytest.raises(IllegalChoice, match="no Gadgets on the first turn"):
        answer(state, 0, "gadget Overdrive")


def test_r_ear_21_two_copies_are_two_uses() -> None:
    state = earth(gadgets=["Overdrive", "Overdrive"])
    answer(state, 0, "gadget Overdrive")
    answer(state, 0, "end turn")
    answer(state, 1, "gadget Overdrive")
    assert state.gadget_row == []


def test_r_ear_21_too_little_energy() -> None:
    state = earth(gadgets=["Overdrive"], energy=[2, 9, 9])
    with pytest.raises(IllegalChoice, match="Overdrive costs you 3 Energy; you have 2 Energy"):
        answer(state, 0, "gadget Overdrive")


def test_r_ear_22_a_discount_lowers_the_cost() -> None:
    state = used("Overdrive", energy=[1, 0, 0], cards=[4, 5, 6])
    assert state.energy[0] == 0


def test_r_ear_22_a_discount_never_pays_out() -> None:
    state = used("Energy Siphon", energy=[1, 0, 0], cards=[4, 5, 6], vp=[5, 0, 0])
    assert state.energy[0] == 1 + 2


def test_r_ear_23_a_gadget_between_two_actions_without_action_points() -> None:
    state = earth(gadgets=["Overdrive"], ships={"Asia": [1, 0, 0]}, points=1)
    answer(state, 0, "move Asia > Europe")
    answer(state, 0, "gadget Overdrive")
    answer(state, 0, "move Europe > Asia")
    assert state.points == 2


def test_r_ear_24_a_gadget_that_changes_nothing_cannot_be_used() -> None:
    state = earth(gadgets=["Death Ray", "Wormhole"], ships={"Asia": [0, 2, 0]}, motherships=["Europe"] * 3)
    assert "gadget Death Ray" not in words_of(state)
    with pytest.raises(IllegalChoice, match="Wormhole would change nothing now"):
        answer(state, 0, "gadget Wormhole")


def test_r_ear_24_a_gadget_may_do_part_of_its_work() -> None:
    state = used("Wormhole", "Europe", ships={"Asia": [1, 0, 0]})
    assert ships_in(state, "Europe") == [1, 0, 0]


def test_r_ear_25_a_gadget_deploys_as_many_ships_as_there_are() -> None:
    state = used("Brood Pods", ships={"Asia": [23, 0, 0]}, motherships=HOMES)
    assert ships_in(state, "Asia") == [24, 0, 0]
    assert state.supply[0] == 0


def test_r_ear_25_drop_capsules_offer_no_more_than_the_supply() -> None:
    state = earth(gadgets=["Drop Capsules"], ships={"Asia": [23, 0, 0]})
    answer(state, 0, "gadget Drop Capsules")
    assert state.decision(0).most == 1


def test_r_ear_26_reinforcement_wave() -> None:
    assert ships_in(used("Reinforcement Wave", motherships=HOMES), "Asia") == [2, 0, 0]


def test_r_ear_27_brood_pods() -> None:
    assert ships_in(used("Brood Pods", motherships=HOMES), "Asia") == [3, 0, 0]


def test_r_ear_28_drop_capsules() -> None:
    state = earth(gadgets=["Drop Capsules"])
    answer(state, 0, "gadget Drop Capsules")
    with pytest.raises(IllegalChoice, match="more often"):
        answer(state, 0, "Africa", "Africa")
    with pytest.raises(IllegalChoice, match="at least 1"):
        answer(state, 0)
    answer(state, 0, "Africa", "North America")
    assert ships_in(state, "Africa") == ships_in(state, "North America") == [1, 0, 0]


def test_r_ear_29_jump_drive() -> None:
    state = used("Jump Drive", "South America", motherships=HOMES)
    assert state.mothership[0] == region_number("South America")
    assert state.points == SHIPPED.stars[1]


def test_r_ear_29_jump_drive_goes_elsewhere() -> None:
    state = answer(earth(gadgets=["Jump Drive"], motherships=HOMES), 0, "gadget Jump Drive")
    with pytest.raises(IllegalChoice, match="already in Asia"):
        answer(state, 0, "Asia")


def test_r_ear_30_wormhole() -> None:
    state = used("Wormhole", "Asia", "South America", "2", ships={"Asia": [5, 0, 0], "Europe": [1, 0, 0]})
    assert ships_in(state, "Asia") == [3, 0, 0]
    assert ships_in(state, "South America") == [2, 0, 0]


def test_r_ear_30_wormhole_takes_three_at_most() -> None:
    state = earth(gadgets=["Wormhole"], ships={"Asia": [5, 0, 0]})
    answer(state, 0, "gadget Wormhole")
    answer(state, 0, "Europe")
    assert words_of(state) == ["1", "2", "3"]
    with pytest.raises(IllegalChoice, match="You can move 1 to 3"):
        answer(state, 0, "4")


def test_r_ear_31_overdrive() -> None:
    assert used("Overdrive", points=1).points == 4


def test_r_ear_32_tractor_beam_drags_ships_of_two_players() -> None:
    state = earth(gadgets=["Tractor Beam"], ships={"Asia": [1, 2, 1]})
    answer(state, 0, "gadget Tractor Beam")
    answer(state, 0, "Europe")
    assert words_of(state) == ["player 2", "player 2", "player 3"]
    answer(state, 0, "player 2", "player 3")
    assert ships_in(state, "Asia") == [1, 1, 0]
    assert ships_in(state, "Europe") == [0, 1, 1]


def test_r_ear_32_tractor_beam_drags_two_ships_of_one_player() -> None:
    state = earth(gadgets=["Tractor Beam"], ships={"Asia": [1, 3, 0]})
    answer(state, 0, "gadget Tractor Beam")
    answer(state, 0, "Europe")
    answer(state, 0, "player 2", "player 2")
    assert ships_in(state, "Asia") == [1, 1, 0]


def test_r_ear_32_tractor_beam_works_only_in_presence_and_to_a_neighbour() -> None:
    state = earth(
        gadgets=["Tractor Beam"],
        ships={"Asia": [1, 1, 0], "Atlantic": [1, 1, 0], "Australia": [0, 1, 0], "North America": [1, 0, 0]},
        motherships=["South America"] * 3,
    )
    answer(state, 0, "gadget Tractor Beam")
    assert words_of(state) == ["Atlantic", "Asia"]
    with pytest.raises(IllegalChoice, match="neither a ship nor your mothership in Australia"):
        answer(state, 0, "Australia")
    with pytest.raises(IllegalChoice, match="No other player has a ship in North America"):
        answer(state, 0, "North America")
    answer(state, 0, "Asia")
    with pytest.raises(IllegalChoice, match="Atlantic is not adjacent to Asia"):
        answer(state, 0, "Atlantic")


def test_r_ear_33_death_ray() -> None:
    state = used("Death Ray", "player 3 in Asia", ships={"Asia": [1, 2, 2]})
    assert ships_in(state, "Asia") == [1, 2, 1]
    assert state.supply[2] == 23


def test_r_ear_33_death_ray_needs_presence_of_which_a_mothership_is_enough() -> None:
    state = earth(
        gadgets=["Death Ray"],
        ships={"Asia": [0, 1, 1], "Europe": [0, 1, 0]},
        motherships=["Asia", "Africa", "Africa"],
    )
    answer(state, 0, "gadget Death Ray")
    assert words_of(state) == ["player 2 in Asia", "player 3 in Asia"]
    with pytest.raises(IllegalChoice, match="neither a ship nor your mothership in Europe"):
        answer(state, 0, "player 2 in Europe")
    with pytest.raises(IllegalChoice, match="only for other players' ships"):
        answer(state, 0, "player 1 in Asia")
    with pytest.raises(IllegalChoice, match="Player 3 has no ship in Europe"):
        answer(state, 0, "player 3 in Europe")


def test_r_ear_34_carpet_bombardment() -> None:
    state = used("Carpet Bombardment", ships={"Asia": [1, 3, 1]})
    assert ships_in(state, "Asia") == [1, 2, 0]


def test_r_ear_35_deflector_screen_spares_a_winner() -> None:
    state = used("Deflector Screen", "Asia", ships={"Asia": [4, 2, 0]}, scoring=[*HOMES, "Atlantic"])
    end_turns(state)
    assert ships_in(state, "Asia") == [4, 1, 0]
    assert state.vp[0] == 4


def test_r_ear_35_deflector_screen_may_come_before_the_ships() -> None:
    state = used("Deflector Screen", "Asia", ships={"Europe": [1, 0, 0]}, scoring=[*HOMES, "Atlantic"])
    answer(state, 0, "move Europe > Asia")
    end_turns(state)
    assert ships_in(state, "Asia") == [1, 0, 0]


def test_r_ear_36_hologram_fleet_wins_a_tie_with_a_winners_losses() -> None:
    state = used("Hologram Fleet", "Asia", ships={"Asia": [3, 3, 0]}, scoring=[*HOMES, "Atlantic"])
    end_turns(state)
    assert state.vp == [4, 0, 0]
    assert state.energy[1] == 14
    assert ships_in(state, "Asia") == [1, 2, 0]


def test_r_ear_36_hologram_fleet_needs_a_ship() -> None:
    state = used("Hologram Fleet", "Asia", ships={"Asia": [0, 1, 0]}, scoring=[*HOMES, "Atlantic"])
    end_turns(state)
    assert state.vp == [0, 4, 0]


def test_r_ear_37_accelerated_harvest() -> None:
    state = used("Accelerated Harvest", "Asia", ships={"Asia": [1, 0, 0]}, scoring=[*HOMES, "Atlantic"])
    end_turns(state)
    assert state.vp[0] == 6


def test_r_ear_38_redirected_landing_moves_a_tile_and_no_tokens() -> None:
    scoring = ["Asia", "Europe", "Africa", "Atlantic"]
    state = used("Redirected Landing", "Asia", "Australia", scoring=scoring, harvest={"Australia": 2})
    assert state.scoring >> region_number("Australia") & 1
    assert not state.scoring >> region_number("Asia") & 1
    assert state.harvest[region_number("Australia")] == 2
    assert state.harvest[region_number("Asia")] == 0


def test_r_ear_38_redirected_landing_refuses_anything_but_a_swap() -> None:
    state = earth(gadgets=["Redirected Landing"], scoring=[*HOMES, "Atlantic"])
    answer(state, 0, "gadget Redirected Landing")
    with pytest.raises(IllegalChoice, match="Australia does not score"):
        answer(state, 0, "Australia")
    answer(state, 0, "Asia")
    with pytest.raises(IllegalChoice, match="Europe already scores this turn"):
        answer(state, 0, "Europe")


def test_r_ear_39_energy_siphon_gives_two() -> None:
    assert used("Energy Siphon", energy=[1, 0, 0], vp=[4, 2, 8]).energy[0] == 3


def test_r_ear_39_energy_siphon_gives_three_with_the_fewest_vp_ties_too() -> None:
    assert used("Energy Siphon", energy=[1, 0, 0], vp=[2, 2, 8]).energy[0] == 4


def test_r_ear_40_docking_clamps_keep_the_whole_reward() -> None:
    settings: dict[str, Any] = {
        "ships": {"Asia": [1, 0, 0]},
        "motherships": HOMES,
        "scoring": [*HOMES, "Atlantic"],
    }
    assert end_turns(used("Docking Clamps", **settings)).vp[0] == 4


def test_r_ear_40_docking_clamps_do_not_move_with_the_mothership() -> None:
    state = used(
        "Docking Clamps", ships={"Europe": [1, 0, 0]}, motherships=HOMES, scoring=[*HOMES, "Atlantic"]
    )
    answer(state, 0, "mothership > Europe")
    assert end_turns(state).vp[0] == 2


def test_r_ear_55_shields_holograms_and_clamps_last_one_turn() -> None:
    state = earth(gadgets=["Docking Clamps", "Deflector Screen", "Hologram Fleet"])
    answer(state, 0, "gadget Docking Clamps")
    answer(state, 0, "end turn")
    answer(state, 1, "gadget Deflector Screen")
    answer(state, 1, "Asia")
    answer(state, 1, "end turn")
    answer(state, 2, "gadget Hologram Fleet")
    answer(state, 2, "Asia")
    assert any(state.clamps)
    assert any(state.shields)
    assert any(state.hologram)
    end_turns(state)
    assert not any(state.clamps)
    assert not any(state.shields)
    assert not any(state.hologram)


def test_a_gadget_can_be_undone_with_its_questions() -> None:
    state = earth(gadgets=["Wormhole"], ships={"Asia": [5, 0, 0]})
    before = (state.reveal_count, state.step_id)
    answer(state, 0, "gadget Wormhole")
    answer(state, 0, "Europe")
    assert (state.reveal_count, state.step_id) == before


@pytest.fixture
def overdrive_does() -> Iterator[Callable[[str, str], None]]:
    """Gives Overdrive the steps of two other Gadgets, for one test."""
    steps = SHIPPED.gadget_steps
    design = SHIPPED.gadget_names.index("Overdrive")
    kept = steps[design]

    def give(first: str, second: str) -> None:
        steps[design] = [step for name in (first, second) for step in steps[SHIPPED.gadget_names.index(name)]]

    yield give
    steps[design] = kept


def test_a_gadget_of_several_steps_does_one_after_another(
    overdrive_does: Callable[[str, str], None],
) -> None:
    overdrive_does("Reinforcement Wave", "Wormhole")
    state = used("Overdrive", "Africa", "2", motherships=["Asia"] * 3)
    assert ships_in(state, "Africa") == [2, 0, 0]


def test_a_step_that_has_nothing_left_to_do_is_passed_over(
    overdrive_does: Callable[[str, str], None],
) -> None:
    overdrive_does("Carpet Bombardment", "Death Ray")
    state = used("Overdrive", ships={"Asia": [1, 1, 1]})
    assert ships_in(state, "Asia") == [1, 0, 0]
