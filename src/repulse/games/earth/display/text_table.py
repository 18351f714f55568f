"""The table as text for a terminal: with a drawn map, or plain lines that a screen reader reads well."""

from __future__ import annotations

from typing import cast
from unicodedata import east_asian_width

from repulse.engine.contract import Seat, State
from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import Components
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import forecast

_WIDE = 13
"""Inner width of a region on the drawn map."""
_GAP = 1
_LINES = 5


def table_text(view: State, viewer: Seat, plain: bool = False, *, phrases: Words | None = None) -> str:
    """Return everything that lies on the table, as `viewer` may see it; `plain` for lines without a drawn map."""
    state = cast(Position, view)
    phrases = phrases or words(table=state.table)
    lines = [heading(state, phrases)]
    if plain:
        lines += ["", phrases.text("table.regions")]
        lines += [_region_line(state, phrases, region) for region in range(REGIONS)]
    else:
        lines += ["", *map_lines(state, phrases), "", _legend(phrases)]
    lines += ["", phrases.text("table.players")]
    lines += [_player_line(state, phrases, seat, viewer=viewer) for seat in range(state.players)]
    lines += ["", *_rows(state, phrases, viewer)]
    if not state.over:
        lines += ["", forecast_text(state, phrases)]
    if note := phrases.note():
        lines += ["", note]
    return "\n".join(lines)


def forecast_text(view: State, phrases: Words | None = None) -> str:
    """Return what this turn's scoring would give and take if it came now, and why."""
    state = cast(Position, view)
    phrases = phrases or words(table=state.table)
    return "\n".join([phrases.text("forecast.title"), *phrases.forecast(state)])


# --- lines ---


def heading(state: Position, phrases: Words) -> str:
    """Return the turn, and its current stage."""
    if state.over:
        winners = [phrases.player(seat) for seat in state.winners()]
        return phrases.text("table.over", turn=state.turn, winners=phrases.listing(winners), n=len(winners))
    limit = phrases.text("vp", n=state.table.threshold[state.players])
    parts = [phrases.text("table.turn", turn=state.turn, vp=limit)]
    if state.is_bidding():
        waiting = phrases.listing([phrases.player(seat) for seat in state.seats_owing()])
        parts.append(phrases.text("table.waiting", players=waiting))
    elif state.current_step() == step.TAKE_CARD:
        parts.append(phrases.text("table.choosing", player=phrases.player(state.actor())))
    else:
        stars = phrases.text("stars", n=state.points)
        parts.append(phrases.text("table.acting", player=phrases.player(state.actor()), stars=stars))
    return " ".join(parts)


def _region_line(state: Position, phrases: Words, region: int) -> str:
    pieces = [
        phrases.text(
            "table.pieces",
            player=phrases.player(seat),
            ships=phrases.text("ships", n=state.ships[REGIONS * seat + region]),
        )
        for seat in range(state.players)
        if state.ships[REGIONS * seat + region] > 0
    ]
    homes = [phrases.player(seat) for seat in range(state.players) if state.mothership[seat] == region]
    if homes:
        key = "table.mothership" if len(homes) == 1 else "table.motherships"
        pieces.append(phrases.text(key, players=phrases.listing(homes)))
    return phrases.text(
        "table.region",
        region=phrases.region(region),
        scoring=phrases.text("table.scoring") if state.scoring >> region & 1 else "",
        tokens=phrases.text("tokens", n=state.harvest[region]),
        pieces=phrases.text("comma").join(pieces) or phrases.text("table.empty"),
    )


def _player_line(state: Position, phrases: Words, seat: Seat, *, viewer: Seat) -> str:
    card = state.card[seat]
    gains = (
        phrases.gain(*_expected(state, seat)) if state.current_step() == step.ACT and not state.over else ""
    )
    return phrases.text(
        "table.player",
        player=phrases.player(seat),
        you=phrases.text("table.you") if seat == viewer else "",
        vp=phrases.text("vp", n=state.vp[seat]),
        energy=phrases.text("energy", n=state.energy[seat]),
        ships=phrases.text("ships", n=state.supply[seat]),
        card=phrases.text("table.card", **phrases.card_facts(card)) if card else "",
        gain=phrases.text("table.gain", gain=gains) if gains else "",
    )


def _expected(state: Position, seat: Seat) -> tuple[int, int]:
    shares = [share for share in forecast(state) if share.seat == seat]
    return sum(share.vp for share in shares), sum(share.energy for share in shares)


def _rows(state: Position, phrases: Words, viewer: Seat) -> list[str]:
    lines = []
    if state.is_bidding():
        if 0 <= viewer < state.players and state.bid_of(viewer) != HIDDEN:
            lines.append(
                phrases.text("table.your-bid", energy=phrases.text("energy", n=state.bid_of(viewer)))
            )
    elif state.current_step() == step.TAKE_CARD and not state.over:
        bids = [
            f"{phrases.player(seat)} {phrases.text('energy', n=state.bids[seat])}"
            for seat in range(state.players)
        ]
        lines.append(phrases.text("table.bids", bids=phrases.text("comma").join(bids)))
    if state.card_row:
        cards = [_short_card(phrases, card) for card in state.card_row]
        lines.append(phrases.text("table.cards", cards="; ".join(cards)))
    if state.portal_row:
        portals = [
            phrases.text("option.portal", **phrases.portal_facts(portal)) for portal in state.portal_row
        ]
        lines.append(phrases.text("table.portals", portals="; ".join(portals)))
    if state.gadget_row:
        gadgets = [_short_gadget(phrases, face) for face in state.gadget_row]
        lines.append(phrases.text("table.gadgets", gadgets="; ".join(gadgets)))
    lines += _specials(state, phrases)
    lines.append(
        phrases.text(
            "table.decks",
            gadgets=len(state.gadget_deck),
            discards=len(state.gadget_discards),
            aside=len(state.set_aside),
            cards=len(state.card_deck),
        )
    )
    return lines


def _short_card(phrases: Words, card: int) -> str:
    return phrases.text("option.card", **phrases.card_facts(card))


def _short_gadget(phrases: Words, face: int) -> str:
    """Return a Gadget that lies open: its name, its cost, and the hourglass that this copy may carry."""
    design = face >> 1
    facts = [phrases.text("energy", n=phrases.table.gadget_cost[design])]
    if face & 1:
        facts.append(phrases.text("table.hourglass"))
    return f"{phrases.table.gadget_names[design]} ({phrases.text('comma').join(facts)})"


def _specials(state: Position, phrases: Words) -> list[str]:
    """Return Gadgets that work in this turn's scoring."""
    lines = []
    for seat in range(state.players):
        for region in range(REGIONS):
            kinds = []
            if state.hologram[REGIONS * seat + region] > 0:
                count = phrases.text("ships", n=state.hologram[REGIONS * seat + region])
                kinds.append(phrases.text("table.hologram", ships=count))
            if state.shields[seat] >> region & 1:
                kinds.append(phrases.text("table.shield"))
            if state.clamps[seat] >> region & 1:
                kinds.append(phrases.text("table.clamps"))
            if kinds:
                what = phrases.listing(kinds)
                facts: dict[str, object] = {
                    "player": phrases.player(seat),
                    "what": what,
                    "region": phrases.region(region),
                }
                lines.append(phrases.catalogue.text("table.special", facts))
    return lines


# --- the drawn map ---


def map_lines(state: Position, phrases: Words | None = None) -> list[str]:
    """Return the map, drawn with letters: each region a box, adjacent boxes joined."""
    phrases = phrases or words(table=state.table)
    table = state.table
    rows = max(table.region_row) + 1
    columns = max(table.region_column) + 1
    step = _WIDE + 2 + _GAP
    deep = _LINES + 2 + 1
    canvas = [[" "] * (columns * step) for _ in range(rows * deep)]
    for region in range(REGIONS):
        top, left = table.region_row[region] * deep, table.region_column[region] * step
        edge = ["+", *"-" * _WIDE, "+"]
        for y, line in enumerate([edge, *_box_lines(state, phrases, region), edge]):
            canvas[top + y][left : left + len(line)] = line
    for region in range(REGIONS):
        for other in table.adjacent[region]:
            if region < other and not table.is_edge(region, other):
                _join(canvas, table, region, other=other)
    for region in range(REGIONS):
        if any(table.is_edge(region, other) for other in table.adjacent[region]):
            y = table.region_row[region] * deep + deep // 2 - 1
            x = table.region_column[region] * step
            canvas[y][x if table.region_column[region] == 0 else x + _WIDE + 1] = "~"
    return ["".join(line).rstrip() for line in canvas if "".join(line).strip()]


def _box_lines(state: Position, phrases: Words, region: int) -> list[list[str]]:
    marks = "* " if state.scoring >> region & 1 else ""
    if state.harvest[region] > 0:
        marks += f"+{state.harvest[region]}"
    ships = [
        f"{seat + 1}:{state.ships[REGIONS * seat + region]}"
        for seat in range(state.players)
        if state.ships[REGIONS * seat + region] > 0
    ]
    homes = [f"M{seat + 1}" for seat in range(state.players) if state.mothership[seat] == region != NOWHERE]
    texts = [phrases.short_region(region), marks, " ".join(ships[:3]), " ".join(ships[3:]), "".join(homes)]
    return [["|", *_fit(_cells(text)), "|"] for text in texts]


def _fit(cells: list[str]) -> list[str]:
    """Return cells filled up or cut to the width of a region."""
    if len(cells) <= _WIDE:
        return cells + [" "] * (_WIDE - len(cells))
    kept = cells[: _WIDE - 1]
    if not cells[_WIDE - 1]:
        kept[-1] = " "  # half of a wide character
    return [*kept, "…"]


def _cells(text: str) -> list[str]:
    """Return what is in each column of a terminal: a wide character takes two, the second of which stays empty."""
    cells: list[str] = []
    for sign in text:
        cells += [sign, ""] if east_asian_width(sign) in "WF" else [sign]
    return cells


def _join(canvas: list[list[str]], table: Components, region: int, *, other: int) -> None:
    step, deep = _WIDE + 2 + _GAP, _LINES + 2 + 1
    row, column = table.region_row[region], table.region_column[region]
    down, right = table.region_row[other] - row, table.region_column[other] - column
    if down == 0:
        x = max(column, column + right) * step - 1
        canvas[row * deep + deep // 2 - 1][x] = "-"
        return
    y = max(row, row + down) * deep - 1
    if right == 0:
        canvas[y][column * step + _WIDE // 2 + 1] = "|"
    else:
        x = max(column, column + right) * step - 1
        canvas[y][x] = "\\" if (right > 0) == (down > 0) else "/"


def _legend(phrases: Words) -> str:
    table = phrases.table
    edges = [
        phrases.text("table.edge", one=phrases.region(region), other=phrases.region(other))
        for region in range(REGIONS)
        for other in table.adjacent[region]
        if region < other and table.is_edge(region, other)
    ]
    return phrases.text("table.legend", edges=phrases.listing(edges))
