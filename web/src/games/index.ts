// The display of each game. A game is a folder here: `manifest.ts` is part of the page, `index.ts` is loaded when somebody
// plays. A game without a folder has the generic table.
import type { Component, Snippet } from 'svelte'
import type { Ask, OptionInfo, Screen, Text } from '../protocol'
import type { CardLibrary } from '../lib/cards.svelte'
import type { Choice } from '../lib/choice.svelte'
import { addMessages, maybe, type CatalogFiles, type MessageKey } from '../lib/i18n.svelte'
import { lazy } from '../lib/lazy'
import type { ListedOption } from '../lib/listing'
import { settings } from '../lib/settings.svelte'
import type { GameMotion } from '../motion/beats'
import type { Tips } from '../lib/tips'

/** The parts of a card for which there is room: all of it, as on one's own table, as on that of others, in least; in one line. */
export type Density = 'hand' | 'large' | 'small' | 'tiny' | 'strip'

/** The layout of options that are cards of their own: as cards, as tiles in the bar of the question, or in rows on a phone. */
export type OptionForm = 'cards' | 'tiles' | 'list'

export interface OptionFaceProps {
  row: ListedOption
  digit?: string
  choice: Choice
  form: OptionForm
}

/** The properties of the table of a game besides its context (`lib/context.svelte.ts`). */
export interface TableProps<S extends Screen> {
  screen: S
  /** The words of a lesson, or a tip; none where nothing is explained. */
  coach?: Snippet | undefined
  /** The question in its bar, which has room for options in it. */
  ask: Snippet<[tiles?: Snippet]>
  /** The end of the top bar. */
  menu: Snippet
  /** The options that lie nowhere on the table. */
  options: Snippet<[form?: OptionForm]>
  log: Snippet
  /** The deeds of the others since the last decision. */
  recap?: Snippet | undefined
}

type TableComponent<S extends Screen> = Component<TableProps<S>>

/**
 * The display of a game, on a screen of its own type. The server sends the screen of a game with the id of that game, so
 * every game gets the screen it expects: what takes a screen is declared as a method, which lets the games be kept together.
 */
export interface GameView<S extends Screen = Screen> {
  /** The table. The targets of the keys H and T are marked there with `data-hand` and `data-table`. */
  Table(...args: Parameters<TableComponent<S>>): ReturnType<TableComponent<S>>
  /** A card large, with everything about it. */
  Detail: Component<{ name: string; reason?: Text }>
  /** A card that fills its box, with as much of it as there is room for; where there is none, cards are told in words. */
  Card?: Component<{ name: string; density?: Density; still?: boolean; onshow?: (name: string) => void }>
  /** Whether its table has room for the deeds of the others at every size of a desk. */
  recapsAlways?: boolean
  /** A picture of the subject of a sentence, such as the card that it names; `otherwise` is the address of another picture. */
  Vignette?: Component<{ words: string; otherwise: string }>
  /** Its cards at every density and in every state. */
  sheet?: () => Promise<{ default: Component }>
  /** Under which heading an option is listed. */
  group?: (option: OptionInfo) => string
  /** Whether an option is drawn on the table as a card in hand, so that it is not listed besides. */
  isHeld?: (option: OptionInfo) => boolean
  /** The sign of an option that is shown as a card of its own, such as the phase of an action card; empty for others. */
  mark?: (option: OptionInfo) => string
  /** Such an option as a card; without it, it is a button with its sign. */
  Option?: Component<OptionFaceProps>
  /** An option in few words, where its heading says the rest; empty for its title. */
  brief?(option: OptionInfo, screen: S): string
  /** Whether an option of a question takes a second tap on a touch screen: its answer reveals something, and a slip of the finger would be expensive. */
  tapsTwice?: (ask: Ask) => boolean
  /** The effect of the button on the chosen options, in words such as "Play Settle"; empty for common words. */
  verb?: (ask: Ask, chosen: number[]) => string
  /** The fate of the cards that are chosen; empty where that is no more than a choice. */
  deed?: (ask: Ask) => 'discards' | 'pays' | ''
  /** Whether a line of the log, by its event, begins a new part of the game. */
  isHeading?: (event: string) => boolean
  /** The viewer's answer, while others are still awaited. */
  chosen?(screen: S): Text[]
  /** The motion of its events, where they are shown as motion. */
  motion?(): Promise<GameMotion<S>>
  /** Hints for the first time that a question is asked. */
  tips?: () => Promise<{ default: Tips }>
  /** A word of its almanac, such as an action or a source of points, as players call it. */
  word?: (id: string) => string
  /** Its texts in every language. */
  messages?: CatalogFiles
}

/** The facts that the lobby needs of a game before its table is loaded; its texts are in the folder `lobby`. */
export interface GameManifest {
  /** A little picture of a mode. */
  Art: Component<{ mode: string }>
  /** The large pictures of a mode (`art/posters.ts`), by their names: its poster, and the scene of a game that goes on. */
  picture?: (mode: string) => { poster: string; scene: string }
  /** Whether the page draws the cards itself, so that the server need not. */
  draws?: boolean
  /** Whether the game is counted in turns rather than in rounds. */
  turns?: boolean
  /** The winner where all players have lost. */
  fallen?: MessageKey
  /** The advice for everybody before the game is played. */
  note?: MessageKey
}

const MANIFESTS = import.meta.glob<GameManifest>('./*/manifest.ts', { import: 'default', eager: true })
const VIEWS = import.meta.glob<GameView>('./*/index.ts', { import: 'default' })
const GENERIC = 'generic'

const isKnown = (game: string): boolean => `./${game}/manifest.ts` in MANIFESTS

export function manifestOf(game: string): GameManifest {
  const manifest = MANIFESTS[`./${game}/manifest.ts`] ?? MANIFESTS[`./${GENERIC}/manifest.ts`]
  if (!manifest) throw new Error(`no manifest for ${game}`)
  return manifest
}

const loading = new Map<string, Promise<GameView>>()

async function load(game: string): Promise<GameView> {
  const view = VIEWS[`./${game}/index.ts`] ?? VIEWS[`./${GENERIC}/index.ts`]
  if (!view) throw new Error(`no view for ${game}`)
  const loaded = await lazy(view)
  if (loaded.messages) await addMessages(loaded.messages)
  return loaded
}

/** Load how a game is shown, with its texts; once for as long as the page is there. */
export function loadGame(game: string): Promise<GameView> {
  let view = loading.get(game)
  if (!view) {
    view = load(game)
    loading.set(game, view)
    // It may be tried again.
    view.catch(() => loading.delete(game))
  }
  return view
}

/** The motion of the events of a game; null where nothing moves. */
export async function loadMotion(game: string): Promise<GameMotion | null> {
  try {
    return (await (await loadGame(game)).motion?.()) ?? null
  } catch {
    return null
  }
}

/** Load the cards of a game as the visitor has set it; with pictures where the page does not draw them itself. A room that has overlays has cards of its own. */
export const loadCards = (cards: CardLibrary, game: string, room = ''): Promise<void> =>
  cards.load(game, settings.language, manifestOf(game).draws ? '' : settings.shade, room)

/** A game as a player calls it. */
export const gameName = (game: string): string => maybe(`game.${game}`, game)

/** A mode as a player calls it; of a game that is not known here, by its ids. */
export function modeName(game: string, mode: string): string {
  if (isKnown(game)) return maybe(`mode.${mode}`, mode)
  return mode && mode !== game ? `${game}: ${mode}` : game
}

/** A word or two on a mode, such as that one starts with it; empty for most. */
export const modeTag = (game: string, mode: string): string => (isKnown(game) ? maybe(`tag.${mode}`, '') : '')

/** The subject of a mode, in a sentence; empty for one that is not known here. */
export function modeBlurb(game: string, mode: string): string {
  return isKnown(game) ? maybe(`blurb.${mode}`, '') : ''
}
