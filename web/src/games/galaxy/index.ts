// Race for the Galaxy, as the views ask for it.
import type { GalaxyScreen, OptionInfo } from '../../protocol'
import { maybe, t, type Catalog } from '../../lib/i18n.svelte'
import type { GameView } from '..'
import ActionCard from './ActionCard.svelte'
import { actionNamed } from './actions'
import Card from './Card.svelte'
import CardDetail from './CardDetail.svelte'
import GalaxyTable from './GalaxyTable.svelte'
import Vignette from './Vignette.svelte'

/** Questions for cards of the hand that are discarded. */
const DISCARDS = [
  'setup.discard',
  'explore.discard',
  'hand_limit',
  'consume.hand',
  'produce.discard',
  'repair.cards',
  'invasion.card',
  'settle.good',
]
const HELD = ['hand', 'start', 'looked']

const galaxy: GameView<GalaxyScreen> = {
  Table: GalaxyTable,
  Detail: CardDetail,
  sheet: () => import('./CardSheet.svelte'),
  Card,
  Vignette,
  messages: import.meta.glob<Catalog>('./i18n/*.json', { import: 'default' }),
  motion: async () => {
    const [motion, { stages, says }] = await Promise.all([import('./motion'), import('./stages')])
    return { ...motion, stages, says }
  },
  tips: () => import('./tips'),
  isHeld: ({ target }: OptionInfo) => target !== null && HELD.includes(target.kind),
  mark: ({ target }) => (target?.kind === 'action' ? (actionNamed(target.name)?.numeral ?? '') : ''),
  Option: ActionCard,
  tapsTwice: ({ options }) => options.every(({ target }) => target?.kind === 'action'),
  deed: ({ prompt, keeps, pays }) => (keeps || DISCARDS.includes(prompt) ? 'discards' : pays ? 'pays' : ''),
  verb: ({ options }, chosen) => {
    const picked = options[chosen[0] ?? -1]?.target
    const face = picked?.kind === 'action' && chosen.length === 1 ? actionNamed(picked.name) : undefined
    return face ? t('ask.play', { name: t(face.name) }) : ''
  },
  isHeading: (event) => event === 'round',
  word: (id) => {
    const action = actionNamed(id)
    return action ? t(action.name) : maybe(`almanac.source.${id.replace(/^points_/, '')}`, id)
  },
  chosen: ({ players, viewer }) => players.find(({ seat }) => seat === viewer)?.chosen ?? [],
}

export default galaxy
