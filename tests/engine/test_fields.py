"""A declared field that is not copied, shown, hidden or reset as it says is found at once."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.engine.toy import FIELDS, ToyGame, ToyState

from repulse.engine.conformance import ConformanceError, check_fields
from repulse.engine.contract import Data, Seat
from repulse.engine.fields import HIDDEN, OWN, PUBLIC, RESETS


class ExtraState(ToyState):
    """A toy position with one more field, handled as it should be."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.marks = [2] * players

    def fields(self) -> Mapping[str, int]:
        return {**FIELDS, "marks": PUBLIC | RESETS}

    def copy_to(self, other: ToyState) -> None:
        super().copy_to(other)
        assert isinstance(other, ExtraState)
        other.marks = self.marks[:]

    def data(self) -> Data:
        return super().data() | {"marks": self.marks[:]}

    def reset(self) -> None:
        self.marks = [2] * self.players


def check(state_class: type[ToyState]) -> set[str]:
    class Variant(ToyGame):
        pass

    Variant.state_class = state_class
    return check_fields(Variant().start({"players": 3}, 1), ExtraState.reset)


def test_fields_that_are_what_they_are_declared_to_be() -> None:
    assert check(ExtraState) == {"deck", "hands"}


def test_an_attribute_that_is_not_declared() -> None:
    class Undeclared(ExtraState):
        def fields(self) -> Mapping[str, int]:
            return FIELDS

    with pytest.raises(ConformanceError, match=r"not declared in Undeclared.fields\(\): marks"):
        check(Undeclared)


def test_a_declaration_without_an_attribute() -> None:
    class Empty(ToyState):
        def fields(self) -> Mapping[str, int]:
            return {**FIELDS, "marks": PUBLIC}

    with pytest.raises(ConformanceError, match="declared, but no field of Empty: marks"):
        check(Empty)


def test_a_field_that_is_not_copied() -> None:
    class Forgetful(ExtraState):
        def copy_to(self, other: ToyState) -> None:
            ToyState.copy_to(self, other)

    with pytest.raises(ConformanceError, match="marks is not copied"):
        check(Forgetful)


def test_a_field_that_copies_share() -> None:
    class Sharing(ExtraState):
        def copy_to(self, other: ToyState) -> None:
            super().copy_to(other)
            assert isinstance(other, Sharing)
            other.marks = self.marks

    with pytest.raises(ConformanceError, match="marks is shared by copies"):
        check(Sharing)


def test_a_field_that_is_missing_in_the_data() -> None:
    class Silent(ExtraState):
        def data(self) -> Data:
            return ToyState.data(self)

    with pytest.raises(ConformanceError, match="marks is not part of the data"):
        check(Silent)


@pytest.mark.parametrize("kind", [OWN, HIDDEN])
def test_a_field_that_is_not_hidden(kind: int) -> None:
    class Open(ExtraState):
        def __init__(self, players: int) -> None:
            super().__init__(players)
            self.piles = [[5] for _ in range(players)]

        def fields(self) -> Mapping[str, int]:
            return {**super().fields(), "piles": kind}

        def copy_to(self, other: ToyState) -> None:
            super().copy_to(other)
            assert isinstance(other, Open)
            other.piles = [pile[:] for pile in self.piles]

        def data(self) -> Data:
            return super().data() | {"piles": [pile[:] for pile in self.piles]}

    with pytest.raises(ConformanceError, match="sees a change of piles"):
        check(Open)


def test_a_public_field_that_is_hidden() -> None:
    class Secretive(ExtraState):
        def hide_from(self, viewer: Seat) -> None:
            super().hide_from(viewer)
            self.marks = [0] * self.players

    with pytest.raises(ConformanceError, match="marks is declared as public"):
        check(Secretive)


def test_a_field_that_is_not_reset() -> None:
    class Lasting(ExtraState):
        def reset(self) -> None:
            pass

    class Variant(ToyGame):
        state_class = Lasting

    with pytest.raises(ConformanceError, match="marks is not reset"):
        check_fields(Variant().start({"players": 3}, 1), Lasting.reset)
