// The settings of a visitor, kept in the browser.
import type { SpeedSetting } from '../motion/timeline'
import { newFace } from './faces'
import { LANGUAGES, type Language } from './languages'

export type Theme = 'dark' | 'light' | 'auto'

const KEY = 'repulse.settings'

interface Kept {
  language: Language
  theme: Theme
  confirm: boolean
  tapTwice: boolean
  name: string
  face: string
  chat: boolean
  motion: SpeedSetting
  games: number
  sound: 'auto' | 'on' | 'off'
  notify: boolean
  shortcuts: boolean
  tips: boolean
  known: string[]
}

function load(): Kept {
  const wanted = navigator.language.slice(0, 2)
  const kept: Kept = {
    language: LANGUAGES.find(({ id }) => id === wanted)?.id ?? 'en',
    theme: 'dark',
    confirm: false,
    tapTwice: true,
    name: '',
    face: newFace(),
    chat: true,
    motion: 'auto',
    games: 0,
    sound: 'auto',
    notify: false,
    shortcuts: true,
    tips: true,
    known: [],
  }
  try {
    return { ...kept, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return kept
  }
}

class Settings {
  language = $state<Language>('en')
  theme = $state<Theme>('dark')
  /** Every answer waits for the button; else one that is complete is sent at once, and can be taken back. */
  confirm = $state(false)
  /** On a touch screen an action card is sent by a second tap: a slip of the finger would cost the round. */
  tapTwice = $state(true)
  name = $state('')
  /** The seed of the face that the visitor wears. */
  face = $state('')
  /** Whether the visitor wants to read what others say. */
  chat = $state(true)
  /** The speed of things that move on the table. */
  motion = $state<SpeedSetting>('auto')
  /** The number of games played to their end here. */
  games = $state(0)
  /** Whether they sound; if it was never said, only for somebody who plays alone. */
  sound = $state<Kept['sound']>('auto')
  /** Whether the browser says so when it is one's turn and the page is hidden. */
  notify = $state(false)
  /** Whether single characters are shortcuts at the table. */
  shortcuts = $state(true)
  /** Whether questions are explained when they are met for the first time. */
  tips = $state(true)
  /** The tips that were read. */
  known = $state.raw<string[]>([])
  private systemDark = $state(false)

  constructor() {
    Object.assign(this, load())
    const dark = matchMedia('(prefers-color-scheme: dark)')
    this.systemDark = dark.matches
    dark.addEventListener('change', (event) => (this.systemDark = event.matches))
  }

  /** The theme that is shown. */
  get shade(): 'light' | 'dark' {
    if (this.theme !== 'auto') return this.theme
    return this.systemDark ? 'dark' : 'light'
  }

  /** A tip was read, and need not be given again. */
  know(tip: string): void {
    this.known = [...this.known, tip]
    this.keep()
  }

  /** A game was played to its end. */
  countGame(): void {
    this.games += 1
    this.keep()
  }

  keep(): void {
    const {
      language,
      theme,
      confirm,
      tapTwice,
      name,
      face,
      chat,
      motion,
      games,
      sound,
      notify,
      shortcuts,
      tips,
      known,
    } = this
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({
          language,
          theme,
          confirm,
          tapTwice,
          name,
          face,
          chat,
          motion,
          games,
          sound,
          notify,
          shortcuts,
          tips,
          known,
        }),
      )
    } catch {
      // A browser that keeps nothing: the settings last as long as the page.
    }
  }
}

export const settings = new Settings()
