// From the events of a game to beats: what is shown at one time, one beat after the other.
//
// A game says in a table what each kind of event looks like. Events that follow each other and belong together, such as
// everybody's action cards, make one beat. Between two beats the screen is what the events so far make of it; the screen
// that the server sent has the last word.
import type { IconName } from '../lib/icons'
import type { LogLine, Screen } from '../protocol'
import type { Component } from 'svelte'
import type { MessageKey } from '../lib/i18n.svelte'

/** The look of a thing while it flies: as it lies where it comes from or goes to, or as a token, by its name. */
type Look = 'there' | 'here' | (string & {})

/** A thing that is no likeness of anything on the table. It is drawn in a box of the class `ghost-<name>`. */
export interface Token {
  width: number
  height: number
  /** The content of the box; the text of the move, if nothing else. */
  draw?: (seat: number) => Node
}

/** The place of a card in a fan, from 0, and how many there are: all set out together. */
type Fan = readonly [index: number, count: number]

/** The form of a kind of deed in a recap. */
export interface Sign {
  icon: IconName
  text: MessageKey
}

/**
 * Something that moves. Places are selectors, of which the first that is in sight counts.
 */
export type Move =
  | { do: 'fly'; look: Look; from: string[]; to: string[]; seat?: number; text?: string; icon?: IconName; fan?: Fan }
  | { do: 'turn' | 'glow' | 'shake' | 'pop'; at: string[] }
  | { do: 'rise'; at: string[]; text?: string; icon?: IconName; good: boolean }

/** A great moment, which gets the width of the table. */
export interface Moment {
  title: MessageKey
  facts?: Record<string, string | number>
  tone: 'good' | 'bad' | 'grand'
  /** The seat of the moment; those of everybody have none. */
  seats?: number[]
}

/** A beat that is staged across the table: by which component, and how long it takes at normal speed. */
export interface Stage {
  name: string
  /** In milliseconds. */
  length: number
}

/** The words in the bar of the question while a beat is staged: a heading, and more in smaller letters. */
export interface Said {
  lead: string
  rest: string
}

/** The data that a staged beat is drawn from. */
export interface StageProps<S extends Screen = Screen> {
  lines: LogLine[]
  /** The table before the beat, and as the server has it after everything that is on the way. */
  before: S
  last: S
  /** The names of the seats. */
  names: string[]
  /** The duration, in milliseconds. */
  length: number
  /** Nothing moves: the last picture is shown. */
  still: boolean
}

/**
 * The component that stages a beat. A game gets beats of its own screens only, so its stage may ask for them: as a
 * method, what it takes
 * may be narrower.
 */
export type StageComponent<S extends Screen = Screen> = {
  draw(...args: Parameters<Component<StageProps<S>>>): ReturnType<Component<StageProps<S>>>
}['draw']

export type Sound =
  | 'card'
  | 'turn'
  | 'good'
  | 'chip'
  | 'ship'
  | 'strike'
  | 'hold'
  | 'damage'
  | 'reveal'
  | 'attack'
  | 'moment'
  | 'win'
  | 'call'
  | 'explore'
  | 'develop'
  | 'settle'
  | 'consume'
  | 'produce'

/** A thing that a seat did, for the recap: a sign with a number or with names. */
export interface Deed {
  sign: string
  n?: number
  names?: string[]
}

/** The motion of a kind of event. One without moves and without a moment is silent, which has to be said. */
interface EventEffect<S extends Screen = Screen> {
  silent?: true
  /** Events that follow each other with the same key are shown in one beat. */
  key?: (line: LogLine) => string
  /** All at the same time, not one shortly after the other. */
  together?: true
  /** The screen after the event, as far as it tells. */
  apply?(screen: S, line: LogLine): S
  /** The moves, on a screen as it was before the beat. */
  moves?(line: LogLine, before: S): Move[]
  moment?(line: LogLine, last: S): Moment | null
  stage?: Stage
  sound?: Sound | ((line: LogLine) => Sound | '')
  deeds?: (line: LogLine) => Deed[]
}

/** The table of a game: an effect for every kind of its events. */
export type EventEffects<S extends Screen = Screen> = Record<string, EventEffect<S>>

/** Everything about the motion of a game. */
export interface GameMotion<S extends Screen = Screen> {
  effects: EventEffects<S>
  /** Its own tokens, by the names that `Move.look` has for them, besides the back of a card and a chip. */
  tokens?: Record<string, Token>
  /** The components that stage its beats, by the names that `Stage.name` has for them. */
  stages?: Record<string, StageComponent>
  /** Their words, by the same names. */
  says?: Record<string, { words(lines: LogLine[], before: Screen): Said }>
  /** The signs of its deeds, by the names that `Deed.sign` has for them. */
  signs?: Record<string, Sign>
}

export interface Beat {
  /** The kind of its first event. */
  kind: string
  lines: LogLine[]
  moves: Move[]
  moment: Moment | null
  stage: Stage | null
  sound: Sound | ''
  together: boolean
  /** The screens before and after it. */
  before: Screen
  after: Screen
}

function soundOf<S extends Screen>({ sound }: EventEffect<S>, line: LogLine): Sound | '' {
  return typeof sound === 'function' ? sound(line) : (sound ?? '')
}

/** The beats between two screens. */
export function beatsOf<S extends Screen>(effects: EventEffects<S>, first: S, lines: LogLine[], last: S): Beat[] {
  const beats: Beat[] = []
  let screen = first
  let open: { beat: Beat; key: string; before: S } | null = null
  for (const line of lines) {
    const effect = effects[line.event]
    if (!effect) continue
    const key = effect.key?.(line) ?? ''
    const joins: boolean = open !== null && key !== '' && open.key === key
    const before: S = joins && open ? open.before : screen
    const moves = effect.moves?.(line, before) ?? []
    const moment = effect.moment?.(line, last) ?? null
    screen = effect.apply?.(screen, line) ?? screen
    if (joins && open) {
      const { beat } = open
      beat.lines.push(line)
      beat.moves.push(...moves)
      beat.moment ??= moment
      beat.stage ??= effect.stage ?? null
      beat.sound ||= soundOf(effect, line)
      beat.after = screen
    } else if (moves.length || moment || effect.stage) {
      const beat: Beat = {
        kind: line.event,
        lines: [line],
        moves,
        moment,
        stage: effect.stage ?? null,
        sound: soundOf(effect, line),
        together: effect.together ?? false,
        before,
        after: screen,
      }
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
