"""Where the war and the frontier stand, as plain lines of the table: what is to come, to whom, and why."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.codes import action, step
from repulse.games.galaxy.display.odds_text import odds_lines
from repulse.games.galaxy.display.phrases import Phrases, minus
from repulse.games.galaxy.rules.frontier import FAR, NEAR, SYSTEMS
from repulse.games.galaxy.rules.military import defense, military_vs_xenos
from repulse.games.galaxy.rules.phases.invasion import attack_strength, will_retaliate
from repulse.games.galaxy.rules.score import systems_conquered
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    AWARDS,
    STAGE_CONQUEST,
    War,
    wave_of,
)


def awards_now(s: GalaxyState, war: War) -> tuple[int, ...]:
    """Return what holding brings in this stage of the war, by rank."""
    return (s.cards.war.retaliation_awards if war.stage == STAGE_CONQUEST else AWARDS)[s.players]


def awards_are_ours(s: GalaxyState, war: War) -> bool:
    """Return whether these awards are reconstructed."""
    return war.stage == STAGE_CONQUEST and s.players in s.cards.war.reconstructed


# --- the middle of the table ---


def war_lines(p: Phrases, s: GalaxyState, viewer: Seat) -> list[str]:
    """Return the track of the war: the values needed and reached, the disks, the cards to come, the awards."""
    war = s.war
    if war is None:
        return []
    conquest = war.stage == STAGE_CONQUEST
    together = sum(military_vs_xenos(s, seat) for seat in range(s.players))
    lines = [
        p.text("table.conquest" if conquest else "table.war", value=war.repulse, military=together),
        _cards_to_come(p, war),
    ]
    if war.order:
        disks = [p.text("table.disk", player=p.player(seat), n=war.spaces[seat]) for seat in war.order]
        lines.append(p.text("table.disks", players=p.text("list.comma").join(disks)))
    awards = p.text("list.comma").join(str(award) for award in awards_now(s, war))
    lines.append(
        p.text("table.awards_conquest" if awards_are_ours(s, war) else "table.awards", awards=awards)
    )
    if war.defeats == 1 and not conquest:
        lines.append(p.text("table.defeats"))
    if war.surge and not s.over:
        lines.append(p.text("table.surge", n=war.surge))
    return lines + odds_lines(p, s, viewer)


def _cards_to_come(p: Phrases, war: War) -> str:
    if war.stage == STAGE_CONQUEST:
        return p.text("table.retaliation", n=len(war.deck), discards=len(war.discards))
    waves = [wave_of(card) for card in war.deck]
    left = [p.text("table.waves", n=waves.count(wave), wave=wave) for wave in sorted(set(waves))]
    return p.text("table.invasion", waves=p.listing(left))


def makes_stronger(s: GalaxyState, surge: int) -> bool:
    """Return whether a failure that adds `surge` would make a retaliation of this round stronger than it is already."""
    war = s.war
    if war is None or war.stage != STAGE_CONQUEST:
        return False
    return will_retaliate(s, war) and war.surge < surge


def frontier_lines(p: Phrases, s: GalaxyState) -> list[str]:
    """Return the frontier decks, the Xeno systems, and the tucked action cards."""
    frontier = s.frontier
    if frontier is None:
        return []
    piles = [
        p.text(
            "table.pile",
            pile=p.pile(pile),
            cards=p.text("cards", n=len(frontier.decks[pile])),
            discards=len(frontier.discards[pile]),
            worlds=p.pile_worlds(pile),
        )
        for pile in (NEAR, FAR)
    ]
    lines = [p.text("table.frontier", piles=p.text("list.comma").join(piles))]
    if s.war is not None and s.war.stage == STAGE_CONQUEST:
        facts = {"n": frontier.left(SYSTEMS), "discards": len(frontier.discards[SYSTEMS])}
        lines.append(p.text("table.systems", **facts))
    if frontier.under_attack:
        lines.append(p.text("table.under_attack", card=p.card_line(frontier.under_attack)))
    tucked = [p.player(seat) for seat in range(s.players) if frontier.tucked >> seat & 1]
    if tucked and not s.over:
        ident = "table.tucked_now" if s.current_step() == step.ROUND else "table.tucked_next"
        lines.append(p.text(ident, action=p.action(action.FRONTIER), players=p.listing(tucked)))
    return lines


# --- what lies before a player ---


def seat_lines(p: Phrases, s: GalaxyState, seat: Seat) -> list[str]:
    """Return A seat in the war, and its attackers."""
    war = s.war
    if war is None:
        return []
    conquest = war.stage == STAGE_CONQUEST
    lines = [
        p.text(
            "table.vs_xenos_conquest" if conquest else "table.vs_xenos",
            military=military_vs_xenos(s, seat),
            defense=defense(s, seat),
            awards=war.awards[seat],
            contributed=war.contributed[seat],
        )
    ]
    if conquest:
        lines.append(p.text("table.conquests", n=systems_conquered(s, seat), tiles=war.tiles[seat]))
    if s.damaged[seat]:
        lines.append(p.text("table.damaged", n=s.count_damaged(seat)))
    if war.assigned[seat]:
        rank = war.ranks[seat]
        lines.append(
            p.text(
                "table.attacked",
                card=p.attack(war.assigned[seat], war.surge),
                strength=minus(attack_strength(s, seat)),
                rank=rank + 1,
                award=awards_now(s, war)[rank],
            )
        )
    return lines
