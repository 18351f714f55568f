// What a visitor has set, kept in the browser.
import type { Speed } from '../motion/timeline'
import { newFace } from './faces'

export type Language = 'en' | 'fr' | 'ja'
export type Theme = 'auto' | 'light' | 'dark'

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'fr', name: 'Français' },
  { id: 'ja', name: '日本語' },
]

const KEY = 'repulse.settings'

interface Kept {
  language: Language
  theme: Theme
  confirm: boolean
  name: string
  face: string
  chat: boolean
  motion: Speed
  sound: 'auto' | 'on' | 'off'
  notify: boolean
  tips: boolean
  known: string[]
}

function load(): Kept {
  const wanted = navigator.language.slice(0, 2)
  const kept: Kept = {
    language: LANGUAGES.find(({ id }) => id === wanted)?.id ?? 'en',
    theme: 'auto',
    confirm: false,
    name: '',
    face: newFace(),
    chat: true,
    motion: 'normal',
    sound: 'auto',
    notify: false,
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
  theme = $state<Theme>('auto')
  /** Every answer waits for the button; else one that is complete is sent at once, and can be taken back. */
  confirm = $state(false)
  name = $state('')
  /** The seed of the face that the visitor wears. */
  face = $state('')
  /** Whether the visitor wants to read what others say. */
  chat = $state(true)
  /** How fast things move on the table. */
  motion = $state<Speed>('normal')
  /** Whether they sound; if it was never said, only for somebody who plays alone. */
  sound = $state<Kept['sound']>('auto')
  /** Whether the browser says so when it is one's turn and the page is hidden. */
  notify = $state(false)
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

  keep(): void {
    const { language, theme, confirm, name, face, chat, motion, sound, notify, tips, known } = this
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, confirm, name, face, chat, motion, sound, notify, tips, known }))
    } catch {
      // A browser that keeps nothing: the settings last as long as the page.
    }
  }
}

export const settings = new Settings()
