// The words in the bar of the question while a beat is staged.
import type { GalaxyScreen, LogLine } from '../../protocol'
import type { Said } from '../../motion/beats'
import { t } from '../../lib/i18n.svelte'
import { namesIn, numberIn } from '../../motion/facts'
import { actionById, phaseOf } from './actions'

const hasHeld = (line: LogLine): boolean => numberIn(line, 'n') > numberIn(line, 'attack')

/** The words in the bar of the question while the actions are revealed: the phases of the round, and the viewer's own part in it. */
export function thisRound(lines: LogLine[], { phases, viewer }: GalaxyScreen): Said {
  const actions = lines.map((line) => ({ seat: line.seat, called: namesIn(line, 'actions') }))
  const called = new Set(actions.flatMap(({ called: ids }) => ids.map(phaseOf)))
  const names = (wanted: boolean): string =>
    phases
      .filter(({ phase }) => called.has(phase) === wanted)
      .map(({ name }) => name)
      .join(', ')
  const mine = actions
    .filter(({ seat }) => seat === viewer)
    .flatMap(({ called: ids }) => ids.map(actionById))
    .flatMap((face) => (face ? t(face.name) : []))
  const rest = [
    mine.length ? t('stage.you_play', { names: mine.join(', ') }) : '',
    names(false) ? t('stage.nobody', { phases: names(false) }) : '',
  ]
  return { lead: t('stage.this_round', { phases: names(true) }), rest: rest.filter(Boolean).join(' ') }
}

/** The words in the bar of the question in an attack: who has held and who was hit so far. */
export function theAttack(lines: LogLine[], { players, viewer }: GalaxyScreen): Said {
  const results = lines.filter(({ event }) => event === 'defend')
  const names = (held: boolean): string =>
    results
      .filter((line) => hasHeld(line) === held)
      .map(({ seat }) => (seat === viewer ? t('player.me') : (players[seat]?.name ?? '')))
      .join(', ')
  const lead = [
    names(true) ? t('stage.who_held', { names: names(true) }) : '',
    names(false) ? t('stage.who_was_hit', { names: names(false) }) : '',
  ]
  return { lead: lead.filter(Boolean).join(' ') || t('stage.attack'), rest: t('stage.rule') }
}
