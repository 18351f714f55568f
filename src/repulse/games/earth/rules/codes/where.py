"""Where an effect of a Gadget works."""

from __future__ import annotations

from typing import Final

ANYWHERE: Final = 0
AT_MOTHERSHIP: Final = 1
PRESENCE: Final = 2

NAMES: Final = ("anywhere", "mothership", "presence")
