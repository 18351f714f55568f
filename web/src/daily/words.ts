// A result at a deal of the day in words, in the language of the page.
import { t } from '../lib/i18n.svelte'
import { modeName } from '../games'
import { aboveOf, signed, squares, type DealResult } from './results'

/** A line such as "+7 to par, better than 71% of 60 plays"; the points alone as long as par is unknown. */
export function resultText(result: DealResult, plays: number): string {
  const above = aboveOf(result)
  if (above === null) return t('daily.points', { n: result.score })
  return t('daily.above', { above: signed(above), percent: result.betterThan ?? 0, plays })
}

/** A result to share, without a word about the cards. */
export function shareText(result: DealResult, plays: number, streak: number, link: string): string {
  const lines = [
    `Repulse · ${t('daily.title')} · ${result.day}`,
    `${modeName(result.game, result.mode)} · ${t('lobby.n_players', { n: result.players })}`,
    resultText(result, plays),
  ]
  if (result.betterThan !== undefined) lines.push(squares(result.betterThan))
  if (streak > 1) lines.push(t('daily.streak', { n: streak }))
  if (link) lines.push(link)
  return lines.join('\n')
}
