"""Find the answer in what a language model wrote."""

from __future__ import annotations

import re
from typing import Final

_ANSWER: Final = re.compile(
    r"^\W*(?:final\s+)?answer\W*?[:=]\s*(?P<answer>.+)$", re.IGNORECASE | re.MULTILINE
)
_DECORATION: Final = " \t*_`\"'“”„"
MAX_ANSWER: Final = 500
"""An answer is cut after this many characters: no answer is nearly as long."""


def answer_in(reply: str) -> str:
    """Return the answer in a reply: what follows the last "Answer:", or else the last line.

    Brackets, quotes and emphasis around it are removed.

    Args:
        reply: The text of the model, with or without its reasons.
    """
    answers = [match["answer"] for match in _ANSWER.finditer(reply)]
    lines = answers or [line for line in reply.splitlines() if line.strip()]
    answer = lines[-1].strip(_DECORATION) if lines else ""
    answer = answer.removesuffix(".").strip(_DECORATION)
    if answer.startswith("[") and answer.endswith("]"):
        answer = answer[1:-1].replace("][", ", ").replace("] [", ", ")
    return answer.strip(_DECORATION)[:MAX_ANSWER]
