"""The reach of an effect."""

from __future__ import annotations

from typing import Final

ANYWHERE: Final = 0
ADJACENT: Final = 1

NAMES: Final = ("anywhere", "adjacent")
