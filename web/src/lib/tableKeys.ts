// The keys at the table, and the keys and clicks that do nothing.
import type { TableDialog } from '../components/TableDialogs.svelte'
import type { Playback } from '../motion/playback.svelte'
import { skipsOn } from '../motion/skips'
import type { AnswerFlow } from './answerFlow.svelte'
import { settings } from './settings.svelte'
import { shortcutOf } from './shortcuts'

export interface TableKeys {
  flow: AnswerFlow
  /** A digit was typed, of the label of an option. */
  digit: (digit: string) => void
  hint: () => void
  open: (dialog: TableDialog) => void
  /** Open the log in front of the table. */
  log: () => void
}

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

/** Before anything else acts on a click or a key: it may be the echo of one that was meant for an earlier question. */
export function filterGesture(event: KeyboardEvent | MouseEvent, flow: AnswerFlow, playback: Playback<unknown>): void {
  const typing =
    event instanceof KeyboardEvent && (event.target as Element).closest('input, select, textarea, dialog') !== null
  if (typing || flow.note(event)) skipsOn(playback, event)
  else {
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Do what a key stands for; one that is typed into a field or a dialog is left alone. */
export function onTableKey(pressed: KeyboardEvent, { flow, digit, hint, open, log }: TableKeys): void {
  const target = pressed.target as HTMLElement
  if (target.closest('input, select, textarea, dialog')) return
  const { choice } = flow
  const key = shortcutOf(pressed, target.closest('button, a, [role=button]') !== null, settings.shortcuts)
  if (key !== 'digit') choice.typed = ''
  switch (key) {
    case 'digit':
      if (!choice.ask) return
      digit(pressed.key)
      break
    case 'next':
      if (flow.coach?.waits !== 'next') return
      void flow.next()
      break
    case 'enter':
      if (flow.coach?.waits === 'next') void flow.next()
      else flow.confirm()
      break
    case 'confirm':
      flow.confirm()
      break
    case 'undo':
      void flow.undo()
      break
    case 'help':
      open({ kind: 'rules' })
      break
    case 'words':
      open({ kind: 'words' })
      break
    case 'hint':
      hint()
      break
    case 'hand':
      focusOn('[data-hand] button')
      break
    case 'question':
      focusOn('.option, .ask [data-go]')
      break
    case 'table':
      focusOn('[data-table] button, [data-table] [tabindex="0"], [data-table][tabindex]')
      break
    case 'log':
      if (document.querySelector('.log .scroll')) focusOn('.log .scroll')
      else log()
      break
    case null:
      return
  }
  pressed.preventDefault()
}
