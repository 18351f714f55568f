"""The table of galaxy as plain data for a screen: made from a view alone, so nothing hidden can get into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from repulse.engine.contract import SPECTATOR, Seat, State
from repulse.engine.display.screen import seats_open_to
from repulse.engine.display.segments import Text, segments
from repulse.games.galaxy.codes import action, good_kind, step
from repulse.games.galaxy.display import ask
from repulse.games.galaxy.display.breakdown import explain_military, parts_of
from repulse.games.galaxy.display.option_text import answer_text
from repulse.games.galaxy.display.phase_text import PHASES, callers, phase_of, phase_of_action, phase_words
from repulse.games.galaxy.display.phrases import Phrases, galaxy_words
from repulse.games.galaxy.display.screen_types import GalaxyScreen, Phase, Player
from repulse.games.galaxy.display.war_screen import frontier_screen, own_war_screen, war_screen
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId
from repulse.games.galaxy.rules.holdings import HAND_LIMIT
from repulse.games.galaxy.rules.military import defense, military, military_vs_xenos
from repulse.games.galaxy.rules.phases.invasion import attack_strength
from repulse.games.galaxy.rules.score import card_score, systems_conquered, total_score
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import InvasionCard, is_military_plus, is_military_xeno_plus


def present(
    view: State,
    viewer: Seat,
    language: str = "en",
    *,
    names: Sequence[str] = (),
    public: Mapping[str, Any] | None = None,
) -> GalaxyScreen:
    """Return the table as `viewer` sees it (EVERYTHING sees a whole position).

    `public` is the screen of a spectator of the same position, if it has been made already: what everybody sees is then
    taken from it, and only what this viewer alone may see is added.
    """
    s = cast(GalaxyState, view)
    p = Phrases(s.cards, galaxy_words(language), names, brief=True, marked=True)
    shown = _public(p, s) if public is None else cast(GalaxyScreen, dict(public))
    shown["viewer"] = viewer
    own = seats_open_to(viewer, s.players)
    shown["players"] = [
        _own(p, s, player) if player["seat"] in own else player for player in shown["players"]
    ]
    if viewer in own:
        shown["war"] = own_war_screen(p, shown["war"], viewer)
    return shown


def _public(p: Phrases, s: GalaxyState) -> GalaxyScreen:
    """Return what everybody may see."""
    now = phase_of(s)
    return {
        "game": "galaxy",
        "mode": "",
        "viewer": SPECTATOR,
        "round": s.round,
        "phase": now,
        "phase_name": phase_words(p, s),
        "phases": _phases(p, s, now),
        "pool": max(0, s.pool),
        "deck": len(s.deck),
        "discards": len(s.discards),
        "tableau_limit": s.tableau_limit,
        "hand_limit": HAND_LIMIT,
        "first": s.first,
        "players": [_player(p, s, seat) for seat in range(s.players)],
        "war": war_screen(p, s),
        "frontier": frontier_screen(s),
        "over": s.over,
        "winners": s.winners(),
    }


def _own(p: Phrases, s: GalaxyState, player: Player) -> Player:
    """Return what lies before a seat, with what only that seat may see."""
    seat = player["seat"]
    own = player.copy()
    own["cards"] = _names(s, s.hand[seat])
    own["offered"] = _names(s, s.offered[seat])
    own["looked"] = _names(s, s.frontier.looked[seat]) if s.frontier is not None else []
    own["worth"] = _worth_if_placed(s, seat)
    own["chosen"] = _chosen(p, s, seat)
    return own


def _phases(p: Phrases, s: GalaxyState, now: str) -> list[Phase]:
    return [
        {"phase": phase, "name": p.phase(phase), "by": callers(s, phase), "now": phase == now}
        for phase in PHASES
    ]


def _player(p: Phrases, s: GalaxyState, seat: Seat) -> Player:
    table = s.cards
    war = s.war
    attacked = war is not None and war.assigned[seat] > 0
    return {
        "seat": seat,
        "name": p.player(seat),
        "owes": bool(s.owing >> seat & 1),
        "tableau": [
            {
                "card": table.names[card],
                "good": good_kind.NAMES[table.kind[card]] if good >= 0 else "",
                "damaged": s.is_damaged(seat, card),
                "fresh": card == s.placed[seat],
                "worth": _worth(s, seat, card),
            }
            for card, good in zip(s.tableau[seat], s.goods[seat], strict=True)
        ],
        "hand": len(s.hand[seat]),
        "cards": [],
        "offered": [],
        "looked": [],
        "worth": {},
        "chips": s.chips[seat],
        "score": total_score(s, seat),
        "military": military(s, seat),
        "military_parts": parts_of(explain_military(s, seat, words=p)),
        "vs_xenos": military_vs_xenos(s, seat),
        "defense": defense(s, seat),
        "actions": [
            {"word": action.TOKENS[chosen], "name": p.action(chosen), "phase": phase_of_action(chosen)}
            for chosen in s.actions[seat]
        ],
        "chosen": [],
        "disk": war.spaces[seat] if war is not None else 0,
        "rank": war.order.index(seat) + 1 if war is not None and seat in war.order else 0,
        "contributed": war.contributed[seat] if war is not None else 0,
        "awards": war.awards[seat] if war is not None else 0,
        "attack": p.attack(war.assigned[seat], war.surge) if war is not None and attacked else "",
        "attack_strength": attack_strength(s, seat) if attacked else 0,
        "attack_adds": war is not None and attacked and _adds(war.assigned[seat]),
        "tucked": s.frontier is not None and bool(s.frontier.tucked >> seat & 1),
        "systems": systems_conquered(s, seat),
        "tiles": war.tiles[seat] if war is not None else 0,
    }


def _adds(card: InvasionCard) -> bool:
    return is_military_plus(card) or is_military_xeno_plus(card)


def _worth(s: GalaxyState, seat: Seat, card: CardId) -> int | None:
    """Return what a "?" card in a tableau is worth now: nothing while it is damaged."""
    if not s.cards.score[card]:
        return None
    return 0 if s.is_damaged(seat, card) else card_score(s, seat, card)


def _worth_if_placed(s: GalaxyState, seat: Seat) -> dict[str, int]:
    """Return what each "?" card that a seat holds would be worth if it were added to the tableau."""
    values = {}
    for card in s.hand[seat]:
        if card != FACE_DOWN and s.cards.score[card]:
            then = s.clone()
            then.lay_down(seat, card)
            # Its own powers count: only what was placed in this phase does not work yet.
            then.placed[seat] = s.placed[seat]
            values[s.cards.names[card]] = card_score(then, seat, card)
    return values


def _names(s: GalaxyState, cards: Sequence[CardId]) -> list[str]:
    return [s.cards.names[card] for card in cards if card != FACE_DOWN]


def _chosen(p: Phrases, s: GalaxyState, seat: Seat) -> list[Text]:
    """Return a secret answer in words, for its owner, while other answers are pending."""
    # An answer stays in `secret` after the step that asked for it, when it means nothing any more.
    if s.owing == 0 or not s.asking().simultaneous:
        return []
    if s.current_step() == step.EXPLORE and s.secret[seat]:
        return _explored(p, s, seat)
    domain = _SECRET_DOMAIN.get(s.current_step(), "card")
    return [segments(answer_text(p, s, domain, value=value)) for value in s.secret[seat]]


def _explored(p: Phrases, s: GalaxyState, seat: Seat) -> list[Text]:
    """Return what an explorer keeps of the cards drawn, and gives up of the hand."""
    decision = s.steps()[step.EXPLORE].decide(s, seat, s.current_arg())
    keeping = ask.keeping(s, decision)
    assert keeping is not None
    kept, given_up = keeping.split(decision, s.secret[seat])
    return [segments(p.text("option.keep", card=p.name(card))) for card in kept] + [
        segments(p.text("option.discard", card=p.name(card))) for card in given_up
    ]


_SECRET_DOMAIN: Final = {
    step.ROUND: "action",
    step.ACTION_ORDER: "action",
    step.FRONTIER: "deck",
    step.FRONTIER_PLACE: "frontier",
}
"""The kind of thing that secret answers stand for, by the step that asks for them, where that is not a card in hand."""
