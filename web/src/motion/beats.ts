// From the events of a game to beats: what is shown at one time, one beat after the other.
//
// A game says in a table what each kind of event looks like. Events that follow each other and belong together, such as
// everybody's action cards, make one beat. Between two beats the screen is what the events so far make of it; the screen
// that the server sent has the last word.
import type { LogLine, Screen } from '../protocol'
import type { Word } from '../lib/i18n.svelte'

/** How a thing looks while it flies: as it lies where it comes from or goes to, or as a token of its own. */
export type Look = 'there' | 'here' | 'back' | 'action' | 'chip' | 'ship' | 'strike'

/** Something that moves. Places are selectors, of which the first that is in sight counts. */
export type Move =
  | { do: 'fly'; look: Look; from: string[]; to: string[]; seat?: number; text?: string }
  | { do: 'turn' | 'glow' | 'shake' | 'pop'; at: string[] }
  | { do: 'rise'; at: string[]; text: string; good: boolean }

/** A great moment, which gets the width of the table. */
export interface Moment {
  title: Word
  facts?: Record<string, string | number>
  tone: 'good' | 'bad' | 'grand'
  /** Whose moment it is; those of everybody have none. */
  seats?: number[]
}

export type Sound = 'card' | 'turn' | 'good' | 'chip' | 'ship' | 'strike' | 'hold' | 'moment' | 'win' | 'call'

/** A thing that a seat did, for the recap: a sign with a number or with names. */
export interface Deed {
  sign: string
  n?: number
  names?: string[]
}

/** What a kind of event looks like. One without moves and without a moment is silent, which has to be said. */
export interface Row<S extends Screen = Screen> {
  silent?: true
  /** Events that follow each other with the same key are shown in one beat. */
  key?: (line: LogLine) => string
  /** All at the same time, not one shortly after the other. */
  together?: true
  /** The screen after the event, as far as it tells. */
  apply?: (screen: S, line: LogLine) => S
  /** What moves, on a screen as it was before the beat. */
  moves?: (line: LogLine, before: S) => Move[]
  moment?: (line: LogLine, last: S) => Moment | null
  sound?: Sound
  deeds?: (line: LogLine) => Deed[]
}

/** The table of a game: a row for every kind of its events. */
export type Rows<S extends Screen = Screen> = Record<string, Row<S>>

export interface Beat {
  /** The kind of its first event. */
  kind: string
  lines: LogLine[]
  moves: Move[]
  moment: Moment | null
  sound: Sound | ''
  together: boolean
  /** The screen after it. */
  after: Screen
}

/** The beats between two screens. */
export function beatsOf<S extends Screen>(rows: Rows<S>, first: S, lines: LogLine[], last: S): Beat[] {
  const beats: Beat[] = []
  let screen = first
  let open: { beat: Beat; key: string; before: S } | null = null
  for (const line of lines) {
    const row = rows[line.event]
    if (!row) continue
    const key = row.key?.(line) ?? ''
    const joins: boolean = open !== null && key !== '' && open.key === key
    const before: S = joins && open ? open.before : screen
    const moves = row.moves?.(line, before) ?? []
    const moment = row.moment?.(line, last) ?? null
    screen = row.apply?.(screen, line) ?? screen
    if (joins && open) {
      const { beat } = open
      beat.lines.push(line)
      beat.moves.push(...moves)
      beat.moment ??= moment
      beat.sound ||= row.sound ?? ''
      beat.after = screen
    } else if (moves.length || moment) {
      const beat: Beat = { kind: line.event, lines: [line], moves, moment, sound: row.sound ?? '', together: row.together ?? false, after: screen }
      beats.push(beat)
      open = { beat, key, before }
    } else {
      // Nothing to be seen: the next beat shows it along with its own.
      const beat = beats[beats.length - 1]
      if (beat && open && !key) beat.after = screen
    }
  }
  return beats
}
