// A key or a tap while beats are played: it ends them, and does nothing else at the table.
import type { Text } from '../protocol'
import type { Beat, Said } from './beats'
import { joined } from '../lib/text'
import type { Playback } from './playback.svelte'

/** Keys that are no wish to go on. */
const NO_SKIP = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']
/** Places where a click means what it says. */
const ELSEWHERE =
  'dialog, .menu, [data-menu], [data-log], [data-return], [data-side], .controls, a, input, select, textarea'
/** The number of lines shown of several things at once; of one thing that all players do, such as to reveal, all are. */
const MAX_LINES = 3

export function skipsOn(playback: Playback<unknown>, event: KeyboardEvent | MouseEvent): void {
  if (!playback.playing) return
  const target = event.target instanceof Element ? event.target : null
  if (event instanceof KeyboardEvent) {
    if (
      NO_SKIP.includes(event.key) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('dialog, input, select, textarea')
    )
      return
  }
  playback.skip()
  if (event instanceof KeyboardEvent ? event.key === 'Tab' : target?.closest(ELSEWHERE)) return
  // A click that was meant for the motion is not an answer to the question that appears with it.
  event.preventDefault()
  event.stopPropagation()
}

/** The beat being shown: in the words of its stage, else in those of the log. */
export interface Happening {
  text: Text
  /** Below it, in smaller letters; empty for none. */
  rest: string
  staged: boolean
}

export function happeningOf(beat: Beat | null, said: Said | null): Happening {
  if (said?.lead) return { text: [{ text: said.lead }], rest: said.rest, staged: true }
  return { text: happeningText(beat), rest: '', staged: false }
}

/** The lines of a beat. */
export function happeningText(beat: Beat | null): Text {
  const lines = beat?.lines.filter(({ text }) => text.length) ?? []
  const isOneThing = lines.every(({ event }) => event === lines[0]?.event)
  return joined(
    (isOneThing ? lines : lines.slice(0, MAX_LINES)).map(({ text }) => text),
    ' ',
  )
}
