// A key or a tap while beats are played: it ends them, and does nothing else at the table.
import type { Text } from '../protocol'
import type { Beat } from './beats'
import { joined } from '../lib/text'
import type { Stage } from './stage.svelte'

/** Keys that are no wish to go on. */
const NO_SKIP = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']
/** Places where a click means what it says. */
const ELSEWHERE = 'dialog, .menu, [data-menu], [data-log], [data-return], .side, .controls, a, input, select, textarea'
const MOST_LINES = 3

export function skipsOn(stage: Stage<unknown>, event: KeyboardEvent | MouseEvent): void {
  if (!stage.playing) return
  const target = event.target instanceof Element ? event.target : null
  if (event instanceof KeyboardEvent) {
    if (NO_SKIP.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || target?.closest('dialog, input, select, textarea')) return
  }
  stage.skip()
  if (event instanceof KeyboardEvent ? event.key === 'Tab' : target?.closest(ELSEWHERE)) return
  // What was meant for the motion is not an answer to the question that appears with it.
  event.preventDefault()
  event.stopPropagation()
}

/** What is being shown, in the words of the log. */
export function happeningText(beat: Beat | null): Text {
  const told = beat?.lines.filter(({ text }) => text.length).slice(0, MOST_LINES).map(({ text }) => text) ?? []
  return joined(told, ' ')
}
