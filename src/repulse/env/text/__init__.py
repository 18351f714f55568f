"""Games in words: observations as text and answers as text, for language models and other readers.

    table = repulse.env.text.TextTable("galaxy", {"players": 2}, bots={1: "sensible"}, seed=7)
    while (seat := table.pending()) is not None:
        reply = my_model(table.observation(seat))
        table.answer(seat, reply)

`TextEnvironment` wraps a table as an environment with `reset` and `step`; `repulse.env.text.textarena` registers it with TextArena;
`repulse.env.text.exam` rates a model against bots. docs/guides/language-models.md describes all of it.
"""

from repulse.env.text.environment import TextEnvironment, TextStep
from repulse.env.text.guide import how_to_play
from repulse.env.text.replies import answer_in
from repulse.env.text.table import ReplyError, TextTable
from repulse.env.text.tokens import estimate_tokens

__all__ = [
    "ReplyError",
    "TextEnvironment",
    "TextStep",
    "TextTable",
    "answer_in",
    "estimate_tokens",
    "how_to_play",
]
