"""The number of tokens of a text, estimated without a tokenizer."""

from __future__ import annotations

from typing import Final

CHARACTERS_PER_TOKEN: Final = 3.5
"""Characters per token of our English observations: 3.6 to 3.8 by the byte-pair encoding o200k, so the estimate is a little high."""


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text costs a language model; English observations cost a few percent less."""
    return round(len(text) / CHARACTERS_PER_TOKEN)
