"""Checks that any game must pass.

`check_game` plays random games and tests the promises of the contract on the way. Each check can also be called on
its own. A broken promise raises `ConformanceError`, whose `check` names the promise:

    state     the game's own invariants hold after every choice
    decision  decisions are well formed, the same when asked twice, and refused to seats that owe nothing
    data      a position is plain JSON data
    accept    every offered answer is taken
    refuse    every other answer is refused, with a reason and its facts, and changes nothing
    clone     copies are equal and independent
    fields    every field is copied, shown and hidden as its declaration says
    replay    the record of a match, through its JSON, gives the same bytes and the same log
    order     answers of one step give the same bytes and the same log in any order
    quiet     nobody sees anything of an answer until all answers of its step are in
    secrets   what a viewer cannot see makes no difference to anything they get
    log       an event's hidden numbers make no difference to what a viewer sees of it
    news      an answer that reveals something to a seat cannot be undone by it
    undo      undo restores the exact position and log
    determinize  a view gives complete positions that match it, ask the same question and can be played to the end
    view      a view cannot be played, and its view is itself
    words     every question, option and event has a text, and every option a token that stands for it
    picks     answers made of picks are the legal answers, each in exactly one way
    features  the numbers for learners follow their layout and do not depend on anything hidden
    pickle    a state or a view that was pickled works in a second process
    crash     the game stops with an unexpected error
    endless   the game does not end

Cheap checks run at every choice, expensive ones at randomly drawn choices; `Rates` says how often. All randomness
comes from the game's seed, so failures can be reproduced; the error carries the record that leads to them.

A position's data says who owes an answer under the key `owing`, the only thing that everybody may see change while
the answers of a step come in.
"""

from __future__ import annotations

from repulse.engine.conformance.basics import ConformanceError, canonical, difference
from repulse.engine.conformance.fields import check_fields
from repulse.engine.conformance.learning import check_features, check_picks, picks_at_random
from repulse.engine.conformance.pickling import check_pickling
from repulse.engine.conformance.play import (
    check_accept,
    check_clone,
    check_data,
    check_decision,
    check_order,
    check_position,
    check_refuse,
    check_replay,
    check_undo,
    check_words,
    wrong_answers,
)
from repulse.engine.conformance.visibility import (
    check_determinize,
    check_log,
    check_news,
    check_quiet,
    check_secrets,
    check_view,
)
from repulse.engine.conformance.walk import (
    ALWAYS,
    NEVER,
    Chooser,
    Rates,
    Report,
    at_random,
    check_configurations,
    check_game,
)

__all__ = [
    "ALWAYS",
    "NEVER",
    "Chooser",
    "ConformanceError",
    "Rates",
    "Report",
    "at_random",
    "canonical",
    "check_accept",
    "check_clone",
    "check_configurations",
    "check_data",
    "check_decision",
    "check_determinize",
    "check_features",
    "check_fields",
    "check_game",
    "check_log",
    "check_news",
    "check_order",
    "check_pickling",
    "check_picks",
    "check_position",
    "check_quiet",
    "check_refuse",
    "check_replay",
    "check_secrets",
    "check_undo",
    "check_view",
    "check_words",
    "difference",
    "picks_at_random",
    "wrong_answers",
]
