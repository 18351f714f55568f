// What a seat is called.
import type { SeatInfo } from '../protocol'
import { maybe, t } from './i18n.svelte'

export function botName(bot: string): string {
  return t('seat.bot', { bot: maybe(`bot.${bot}`, bot) })
}

export function seatName(seat: SeatInfo): string {
  if (seat.kind === 'open') return t('seat.open')
  if (seat.kind === 'bot') return botName(seat.bot ?? '')
  return seat.name || t('seat.person', { n: seat.seat + 1 })
}

/** What the face of a seat is drawn from. */
export function faceSeed(seat: SeatInfo): string {
  return seat.kind === 'bot' ? `${seat.bot} ${seat.seat}` : seat.face || seat.name || `${seat.seat}`
}
