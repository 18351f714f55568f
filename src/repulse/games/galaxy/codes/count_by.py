"""The ways of counting a "per ..."."""

from __future__ import annotations

from typing import Final

TRAITS: Final = 0
NAME: Final = 1
VP_CHIPS: Final = 2
MILITARY: Final = 3
GOODS: Final = 4
ONE: Final = 5
