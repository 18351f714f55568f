// How each game is shown. A game that nobody here knows is shown by the generic table.
import type { Component, Snippet } from 'svelte'
import type { Ask, OptionInfo, Screen, SeatInfo, Text } from '../protocol'
import { cards } from '../lib/cards.svelte'
import type { Choice } from '../lib/choice.svelte'
import { maybe, type Word } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import type { Rows } from '../motion/beats'
import type { Tips } from '../lib/tips'
import earth from './earth'
import galaxy from './galaxy'
import generic from './generic'

/** How much of a card there is room for: all of it; in little; in little without its drawing; in one line. */
export type Density = 'hand' | 'small' | 'bare' | 'strip'

export interface TableProps<S extends Screen> {
  screen: S
  seats: SeatInfo[]
  here: boolean[]
  choice: Choice
  /** The question in its bar, which stays where it is. */
  ask: Snippet
  /** The end of the top bar. */
  menu: Snippet
  /** The options that lie nowhere on the table. */
  options: Snippet
  log: Snippet
  /** What the others did since the last decision. */
  recap?: Snippet | undefined
  /** What the list of options is narrowed down to, by the name of a target; empty for everything. */
  focus?: string
  /** Tell where the points of a seat are from. */
  onscore?: (seat: number) => void
}

export interface GameView<S extends Screen = Screen> {
  /** The table. What the keys H and T lead to is marked there with `data-hand` and `data-table`. */
  Table: Component<TableProps<S>, object, 'focus' | ''>
  /** A card large, with everything about it. */
  Detail: Component<{ name: string; reason?: Text }>
  /** A card that fills its box, with as much of it as there is room for; where there is none, cards are told in words. */
  Card?: Component<{ name: string; density?: Density; still?: boolean; onshow?: (name: string) => void }>
  /** A little picture of a mode, for the lobby. */
  Art: Component<{ mode: string }>
  /** Under which heading an option is listed. */
  group?: (option: OptionInfo) => string
  /** Whether an option is drawn on the table as a card in hand, so that it is not listed besides. */
  isHeld?: (option: OptionInfo) => boolean
  /** The sign of an option that is shown as a card of its own, such as the phase of an action card; empty for others. */
  mark?: (option: OptionInfo) => string
  /** An option in few words, where its heading says the rest; empty for its title. */
  brief?: (option: OptionInfo, screen: S) => string
  /** Whether a question for what goes may be asked as one for what is kept, if that is fewer clicks. */
  keeps?: (ask: Ask) => boolean
  /** Whether a line of the log, by its event, begins a new part of the game. */
  isHeading?: (event: string) => boolean
  /** What the viewer has answered, while others are still awaited. */
  chosen?: (screen: S) => Text[]
  /** Whether the page draws the cards itself, so that the server need not. */
  draws?: boolean
  /** What its events look like, where they are shown as motion. */
  motion?: () => Promise<Rows<S>>
  /** Hints for the first time that a question is asked. */
  tips?: () => Promise<{ default: Tips }>
  /** What everybody should know of the game before it is played. */
  note?: Word
}

/** The server sends the screen of a game with the name of that game, so its table gets the screen it expects. */
const view = <S extends Screen>(made: GameView<S>): GameView => made as unknown as GameView

const VIEWS = new Map<string, GameView>([
  ['galaxy', view(galaxy)],
  ['earth', view(earth)],
])
const GENERIC = view(generic)

export const viewOf = (game: string): GameView => VIEWS.get(game) ?? GENERIC

/** What the events of a game look like; null where nothing moves. */
export const rowsOf = async (game: string): Promise<Rows | null> => (await viewOf(game).motion?.()) ?? null

/** Load the cards of a game as the visitor has set it; with pictures where the page does not draw them itself. */
export const loadCards = (game: string): Promise<void> =>
  cards.load(game, settings.language, viewOf(game).draws ? '' : settings.shade)

/** A game as a player calls it. */
export const gameName = (game: string): string => maybe(`game.${game}`, game)

/** A mode as a player calls it; of a game that is not known here, by its ids. */
export function modeName(game: string, mode: string): string {
  if (VIEWS.has(game)) return maybe(`mode.${mode}`, mode)
  return mode && mode !== game ? `${game}: ${mode}` : game
}

/** What a mode is about, in a sentence; empty for one that is not known here. */
export function modeBlurb(game: string, mode: string): string {
  return VIEWS.has(game) ? maybe(`blurb.${mode}`, '') : ''
}
