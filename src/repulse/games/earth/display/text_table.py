"""The table as text for a terminal: with a drawn map, or plain lines that a screen reader reads well."""

from __future__ import annotations

from typing import cast
from unicodedata import east_asian_width

from repulse.engine.contract import Seat, State
from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import forecast

_WIDE = 13
"""Inner width of a region on the drawn map."""
_GAP = 1
_LINES = 5


def table_text(view: State, viewer: Seat, plain: bool = False, say: Words | None = None) -> str:
    """Everything that lies on the table, as `viewer` may see it; `plain` for lines without a drawn map."""
    p = cast(Position, view)
    say = say or words()
    lines = [_heading(p, say)]
    if plain:
        lines += ["", say.say("table.regions")]
        lines += [_region_line(p, say, region) for region in range(REGIONS)]
    else:
        lines += ["", *map_lines(p, say), "", _legend(say)]
    lines += ["", say.say("table.players")]
    lines += [_player_line(p, say, seat, viewer) for seat in range(p.players)]
    lines += ["", *_rows(p, say, viewer)]
    if not p.over:
        lines += ["", forecast_text(p, say)]
    if TABLE.reconstruction:
        lines += ["", say.say("note")]
    return "\n".join(lines)


def forecast_text(view: State, say: Words | None = None) -> str:
    """What this turn's scoring would give and take if it came now, and why."""
    say = say or words()
    return "\n".join([say.say("forecast.title"), *say.forecast(cast(Position, view))])


# --- lines ---


def _heading(p: Position, say: Words) -> str:
    if p.over:
        winners = [say.player(seat) for seat in p.winners()]
        return say.say("table.over", turn=p.turn, winners=say.listing(winners), n=len(winners))
    limit = say.say("vp", n=TABLE.threshold[p.players])
    parts = [say.say("table.turn", turn=p.turn, vp=limit)]
    if p.bidding():
        waiting = say.listing([say.player(seat) for seat in p.seats_owing()])
        parts.append(say.say("table.waiting", players=waiting))
    elif p.asking == step.TAKE_CARD:
        parts.append(say.say("table.choosing", player=say.player(p.actor)))
    else:
        stars = say.say("stars", n=p.points)
        parts.append(say.say("table.acting", player=say.player(p.actor), stars=stars))
    return " ".join(parts)


def _region_line(p: Position, say: Words, region: int) -> str:
    pieces = [
        say.say(
            "table.pieces",
            player=say.player(seat),
            ships=say.say("ships", n=p.ships[REGIONS * seat + region]),
        )
        for seat in range(p.players)
        if p.ships[REGIONS * seat + region] > 0
    ]
    homes = [say.player(seat) for seat in range(p.players) if p.mothership[seat] == region]
    if homes:
        key = "table.mothership" if len(homes) == 1 else "table.motherships"
        pieces.append(say.say(key, players=say.listing(homes)))
    return say.say(
        "table.region",
        region=say.region(region),
        scoring=say.say("table.scoring") if p.scoring >> region & 1 else "",
        tokens=say.say("tokens", n=p.harvest[region]),
        pieces=say.say("comma").join(pieces) or say.say("table.empty"),
    )


def _player_line(p: Position, say: Words, seat: Seat, viewer: Seat) -> str:
    card = p.card[seat]
    gains = say.gain(*_expected(p, seat)) if p.asking == step.ACT and not p.over else ""
    return say.say(
        "table.player",
        player=say.player(seat),
        you=say.say("table.you") if seat == viewer else "",
        vp=say.say("vp", n=p.vp[seat]),
        energy=say.say("energy", n=p.energy[seat]),
        ships=say.say("ships", n=p.supply[seat]),
        card=say.say("table.card", **say.card_facts(card)) if card else "",
        gain=say.say("table.gain", gain=gains) if gains else "",
    )


def _expected(p: Position, seat: Seat) -> tuple[int, int]:
    shares = [share for share in forecast(p) if share.seat == seat]
    return sum(share.vp for share in shares), sum(share.energy for share in shares)


def _rows(p: Position, say: Words, viewer: Seat) -> list[str]:
    lines = []
    if p.bidding():
        if 0 <= viewer < p.players and p.bids[viewer] != HIDDEN:
            lines.append(say.say("table.your-bid", energy=say.say("energy", n=p.bids[viewer])))
    elif p.asking == step.TAKE_CARD and not p.over:
        bids = [f"{say.player(seat)} {say.say('energy', n=p.bids[seat])}" for seat in range(p.players)]
        lines.append(say.say("table.bids", bids=say.say("comma").join(bids)))
    if p.card_row:
        cards = [_short_card(say, card) for card in p.card_row]
        lines.append(say.say("table.cards", cards="; ".join(cards)))
    if p.portal_row:
        portals = [say.say("option.portal", **say.portal_facts(portal)) for portal in p.portal_row]
        lines.append(say.say("table.portals", portals="; ".join(portals)))
    if p.gadget_row:
        gadgets = [_short_gadget(say, face) for face in p.gadget_row]
        lines.append(say.say("table.gadgets", gadgets="; ".join(gadgets)))
    lines += _specials(p, say)
    lines.append(
        say.say(
            "table.decks",
            gadgets=len(p.gadget_deck),
            discards=len(p.gadget_discards),
            aside=len(p.set_aside),
            cards=len(p.card_deck),
        )
    )
    return lines


def _short_card(say: Words, card: int) -> str:
    return say.say("option.card", **say.card_facts(card))


def _short_gadget(say: Words, face: int) -> str:
    """A Gadget that lies open: its name, its cost, and the hourglass that this copy may carry."""
    design = face >> 1
    facts = [say.say("energy", n=TABLE.gadget_cost[design])]
    if face & 1:
        facts.append(say.say("table.hourglass"))
    return f"{TABLE.gadget_names[design]} ({say.say('comma').join(facts)})"


def _specials(p: Position, say: Words) -> list[str]:
    """Gadgets that work in this turn's scoring."""
    lines = []
    for seat in range(p.players):
        for region in range(REGIONS):
            kinds = []
            if p.hologram[REGIONS * seat + region] > 0:
                count = say.say("ships", n=p.hologram[REGIONS * seat + region])
                kinds.append(say.say("table.hologram", ships=count))
            if p.shields[seat] >> region & 1:
                kinds.append(say.say("table.shield"))
            if p.clamps[seat] >> region & 1:
                kinds.append(say.say("table.clamps"))
            if kinds:
                what = say.listing(kinds)
                facts: dict[str, object] = {
                    "player": say.player(seat),
                    "what": what,
                    "region": say.region(region),
                }
                lines.append(say.catalogue.text("table.special", facts))
    return lines


# --- the drawn map ---


def map_lines(p: Position, say: Words | None = None) -> list[str]:
    """The map, drawn with letters: each region a box, adjacent boxes joined."""
    say = say or words()
    rows = max(TABLE.region_row) + 1
    columns = max(TABLE.region_column) + 1
    step = _WIDE + 2 + _GAP
    deep = _LINES + 2 + 1
    canvas = [[" "] * (columns * step) for _ in range(rows * deep)]
    for region in range(REGIONS):
        top, left = TABLE.region_row[region] * deep, TABLE.region_column[region] * step
        edge = ["+", *"-" * _WIDE, "+"]
        for y, line in enumerate([edge, *_box_lines(p, say, region), edge]):
            canvas[top + y][left : left + len(line)] = line
    for region in range(REGIONS):
        for other in TABLE.adjacent[region]:
            if region < other and not _is_edge(region, other):
                _join(canvas, region, other, step, deep)
    for region in range(REGIONS):
        if any(_is_edge(region, other) for other in TABLE.adjacent[region]):
            y = TABLE.region_row[region] * deep + deep // 2 - 1
            x = TABLE.region_column[region] * step
            canvas[y][x if TABLE.region_column[region] == 0 else x + _WIDE + 1] = "~"
    return ["".join(line).rstrip() for line in canvas if "".join(line).strip()]


def _box_lines(p: Position, say: Words, region: int) -> list[list[str]]:
    marks = "* " if p.scoring >> region & 1 else ""
    if p.harvest[region] > 0:
        marks += f"+{p.harvest[region]}"
    ships = [
        f"{seat + 1}:{p.ships[REGIONS * seat + region]}"
        for seat in range(p.players)
        if p.ships[REGIONS * seat + region] > 0
    ]
    homes = [f"M{seat + 1}" for seat in range(p.players) if p.mothership[seat] == region != NOWHERE]
    texts = [say.short_region(region), marks, " ".join(ships[:3]), " ".join(ships[3:]), "".join(homes)]
    return [["|", *(_cells(text) + [" "] * _WIDE)[:_WIDE], "|"] for text in texts]


def _cells(text: str) -> list[str]:
    """What is in each column of a terminal: a wide character takes two, the second of which stays empty."""
    cells: list[str] = []
    for sign in text:
        cells += [sign, ""] if east_asian_width(sign) in "WF" else [sign]
    return cells


def _is_edge(region: int, other: int) -> bool:
    """Whether two adjacent regions are joined around the edge of the map, not by a line."""
    return (
        abs(TABLE.region_row[region] - TABLE.region_row[other]) > 1
        or abs(TABLE.region_column[region] - TABLE.region_column[other]) > 1
    )


def _join(canvas: list[list[str]], region: int, other: int, step: int, deep: int) -> None:
    row, column = TABLE.region_row[region], TABLE.region_column[region]
    down, right = TABLE.region_row[other] - row, TABLE.region_column[other] - column
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


def _legend(say: Words) -> str:
    edges = [
        say.say("table.edge", one=say.region(region), other=say.region(other))
        for region in range(REGIONS)
        for other in TABLE.adjacent[region]
        if region < other and _is_edge(region, other)
    ]
    return say.say("table.legend", edges=say.listing(edges))
