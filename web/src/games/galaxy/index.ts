// Race for the Galaxy, as the views ask for it.
import type { GalaxyScreen, OptionInfo } from '../../protocol'
import type { GameView } from '..'
import Card from './Card.svelte'
import CardDetail from './CardDetail.svelte'
import GalaxyArt from './GalaxyArt.svelte'
import GalaxyTable from './GalaxyTable.svelte'

/** The phase that an action card calls, by the first word of its token. */
const PHASES: Record<string, string> = { Explore: 'I', Develop: 'II', Settle: 'III', Frontier: 'III', Consume: 'IV', Produce: 'V' }
const HELD = ['hand', 'start', 'looked']

const galaxy: GameView<GalaxyScreen> = {
  Table: GalaxyTable,
  Detail: CardDetail,
  Card,
  Art: GalaxyArt,
  draws: true,
  motion: async () => (await import('./motion')).rows,
  tips: () => import('./tips'),
  isHeld: ({ target }: OptionInfo) => target !== null && HELD.includes(target.kind),
  mark: ({ target }) => (target?.kind === 'action' ? (PHASES[target.name.split(/[ :]/)[0] ?? ''] ?? '') : ''),
  keeps: ({ prompt }) => prompt === 'explore.discard',
  isHeading: (event) => event === 'round',
  chosen: ({ players, viewer }) => players.find(({ seat }) => seat === viewer)?.chosen ?? [],
}

export default galaxy
