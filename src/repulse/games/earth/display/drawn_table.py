"""The table of earth in a few lines for a terminal: the turn, a line for each region and for each player."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.engine.display.board import Line, Span, flowed, line_width, text_width, wrapped
from repulse.games.earth.display.phrases import Words
from repulse.games.earth.display.text_table import heading
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import forecast

SCORING: Final = "*"
MOTHERSHIP: Final = "◆"


def drawn_table(state: Position, phrases: Words, viewer: Seat, *, width: int) -> list[Line]:
    """Return the table as a viewer sees it, the viewer's own line last."""
    names = [phrases.region(region) for region in range(REGIONS)]
    longest = max(map(text_width, names))
    lines: list[Line] = [[Span(line, "strong")] for line in wrapped(heading(state, phrases), width)]
    lines += [[Span(f"   {line}", "quiet")] for line in wrapped(phrases.text("board.signs"), width - 3)]
    for region, name in enumerate(names):
        label = name + " " * (longest - text_width(name))
        lines += _region(state, phrases, region, label=label, viewer=viewer, width=width)
    for i in range(1, state.players + 1):
        lines += _player(state, phrases, (max(viewer, 0) + i) % state.players, viewer=viewer, width=width)
    return lines


def _name(phrases: Words, seat: Seat, viewer: Seat) -> Span:
    return Span(phrases.text("board.you"), "own") if seat == viewer else Span(phrases.player(seat), "strong")


def _region(
    state: Position, phrases: Words, region: int, *, label: str, viewer: Seat, width: int
) -> list[Line]:
    scores = bool(state.scoring >> region & 1)
    harvest = f"+{state.harvest[region]}" if state.harvest[region] else ""
    head: Line = [
        Span(f" {SCORING} " if scores else "   ", "yellow"),
        Span(label, "yellow" if scores else ""),
        Span(f"  {harvest:<5}", "green"),
    ]
    pieces: list[Line] = []
    for seat in range(state.players):
        ships = state.ships[REGIONS * seat + region]
        is_home = state.mothership[seat] == region
        if ships or is_home:
            count = f" {ships}" if ships else ""
            pieces.append(
                [_name(phrases, seat, viewer), Span(f"{count}{f' {MOTHERSHIP}' if is_home else ''}")]
            )
    lines = flowed(pieces, width, indent=line_width(head), separator="  ")
    return [[*head, *lines[0][1:]], *lines[1:]] if lines else [head]


def _player(state: Position, phrases: Words, seat: Seat, *, viewer: Seat, width: int) -> list[Line]:
    facts: list[Line] = [
        [_name(phrases, seat, viewer), Span(f"  {phrases.text('vp', n=state.vp[seat])}")],
        [Span(phrases.text("energy", n=state.energy[seat]))],
        [Span(phrases.text("board.supply", n=state.supply[seat]))],
    ]
    if state.card[seat]:
        facts.append([Span(phrases.text("option.card", **phrases.card_facts(state.card[seat])))])
    gained = sum(share.vp for share in forecast(state) if share.seat == seat)
    if gained and not state.over:
        facts.append([Span(phrases.text("board.now", n=gained), "gain")])
    return flowed(facts, width, indent=0)
