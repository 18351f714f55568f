// Rob Herman's Invasion, as the views ask for it.
import type { EarthScreen } from '../../protocol'
import type { GameView } from '..'
import EarthArt from './EarthArt.svelte'
import EarthCard from './EarthCard.svelte'
import EarthDetail from './EarthDetail.svelte'
import EarthTable from './EarthTable.svelte'
import { earthBrief, earthGroup } from './groups'

const earth: GameView<EarthScreen> = {
  Table: EarthTable,
  Detail: EarthDetail,
  Card: EarthCard,
  draws: true,
  motion: async () => (await import('./motion')).rows,
  tips: () => import('./tips'),
  Art: EarthArt,
  group: earthGroup,
  brief: earthBrief,
  isHeading: (event) => event === 'turn' || event === 'turn-of',
  note: 'earth.reconstruction',
}

export default earth
