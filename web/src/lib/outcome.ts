// The end of a game for one viewer, in a few words.
import { t } from './i18n.svelte'

export interface Outcome {
  /** `watched` for a viewer without a seat; `nobody` where everybody lost. */
  kind: 'won' | 'shared' | 'lost' | 'nobody' | 'watched'
  /** The points of the viewer, or of the winner for a viewer without a seat. */
  mine: number
  /** The most points of anybody else. */
  best: number
}

export function outcomeOf(scores: number[], winners: number[], seat: number): Outcome {
  const viewer = seat >= 0 ? seat : (winners[0] ?? -1)
  const mine = scores[viewer] ?? 0
  const best = Math.max(...scores.filter((_, other) => other !== viewer))
  if (!winners.length) return { kind: 'nobody', mine, best }
  if (seat < 0) return { kind: 'watched', mine, best }
  if (!winners.includes(seat)) return { kind: 'lost', mine, best }
  return { kind: winners.length > 1 ? 'shared' : 'won', mine, best }
}

/** A line such as "You won 46–45"; `winners` are the names of those who won. */
export function outcomeText({ kind, mine, best }: Outcome, winners: string[]): string {
  if (kind === 'nobody') return t('result.nobody')
  if (kind === 'watched') return t('result.won', { names: winners.join(', '), n: mine, best })
  if (kind === 'lost') return t(mine === best ? 'result.you_lost_tied' : 'result.you_lost', { n: mine, best })
  if (kind === 'shared') return t('result.you_share', { n: mine })
  return t(mine === best ? 'result.you_tied' : 'result.you', { n: mine, best })
}
