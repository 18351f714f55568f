"""What a reason is."""

from __future__ import annotations

from typing import TypeAlias

Facts: TypeAlias = dict[str, object]
"""The facts that the text of a reason may name."""

Reason: TypeAlias = tuple[str, Facts]
"""The id of a reason, and the facts of its text."""
