// The name of a seat.
import { characterOf, partsOf } from '../art/characters'
import type { SeatInfo } from '../protocol'
import { maybe, t } from './i18n.svelte'
import { capital } from './text'

export function botName(bot: string): string {
  return t('seat.bot', { bot: maybe(`bot.${bot}`, levelName(bot)) })
}

/** The name of the character that plays a level, with the level, where one is chosen. */
export function characterName(bot: string): string {
  const name = characterOf(bot)?.names[0]
  return name ? t('seat.with_level', { name, level: levelName(bot) }) : botName(bot)
}

/** The level of a bot in a word, to stand at a name, with its temperament. */
export function levelName(bot: string): string {
  const { level, temperament } = partsOf(bot)
  const word = maybe(`level.${level}`, level)
  return temperament ? t('level.with_temperament', { level: word, temperament: temperamentName(temperament) }) : word
}

/** The same where it stands alone, such as below a face. */
export const levelLabel = (bot: string): string => capital(levelName(bot))

/** The name of a temperament. */
export const temperamentName = (temperament: string): string => maybe(`temperament.${temperament}`, temperament)

/** The name of a player at the table: the viewer is "You" if they gave no name. */
export function tableName(name: string, seat: SeatInfo | undefined, me: boolean): string {
  return me && seat && !seat.name ? t('player.me') : name
}

export function seatName(seat: SeatInfo): string {
  if (seat.kind === 'open') return t('seat.open')
  if (seat.kind === 'bot') return seat.name || botName(seat.bot ?? '')
  return seat.name || t('seat.person', { n: seat.seat + 1 })
}

/** The seed of the face of a seat: spread this over an `Avatar`. A bot that sits in for a person wears that person's face. */
export function faceOfSeat(seat: SeatInfo): { seed: string; bot: string; name: string } {
  if (seat.kind === 'bot') return { seed: `${seat.bot} ${seat.seat}`, bot: seat.bot ?? '', name: seat.name ?? '' }
  return { seed: seat.face || seat.name || `${seat.seat}`, bot: '', name: '' }
}
