// Rob Herman's Invasion, as the views ask for it.
import type { EarthScreen } from '../../protocol'
import type { Catalog } from '../../lib/i18n.svelte'
import type { GameView } from '..'
import EarthCard from './EarthCard.svelte'
import EarthDetail from './EarthDetail.svelte'
import EarthTable from './EarthTable.svelte'
import { earthBrief, earthGroup } from './groups'

const earth: GameView<EarthScreen> = {
  Table: EarthTable,
  Detail: EarthDetail,
  Card: EarthCard,
  messages: import.meta.glob<Catalog>('./i18n/*.json', { import: 'default' }),
  motion: () => import('./motion'),
  tips: () => import('./tips'),
  group: earthGroup,
  brief: earthBrief,
  recapsAlways: true,
  tapsTwice: ({ prompt }) => prompt === 'bid',
  // The regions are called alike in all languages.
  word: (id) =>
    id
      .replace(/^points_/, '')
      .replace(/(^|_)(\w)/g, (_all, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`),
  isHeading: (event) => event === 'turn' || event === 'turn-of',
}

export default earth
