// The questions of galaxy that are explained the first time; the words are `tip.<id>` in the catalogs.
import type { Tips } from '../../lib/tips'

const tips: Tips = [
  { id: 'galaxy.action', prompts: ['action', 'actions'] },
  { id: 'galaxy.discard', prompts: ['explore.discard', 'setup.discard', 'hand_limit'] },
  { id: 'galaxy.develop', prompts: ['develop.place'] },
  { id: 'galaxy.settle', prompts: ['settle.place', 'settle.means'] },
  { id: 'galaxy.pay', prompts: ['settle.pay', 'develop.pay'] },
  { id: 'galaxy.trade', prompts: ['consume.trade', 'consume.sell'] },
  { id: 'galaxy.consume', prompts: ['consume.power', 'consume.goods', 'consume.good', 'consume.hand'] },
  { id: 'galaxy.produce', prompts: ['produce.power', 'produce.windfall'] },
  { id: 'galaxy.contribute', prompts: ['produce.contribute'] },
  { id: 'galaxy.frontier', prompts: ['frontier.deck', 'frontier.settle'] },
  { id: 'galaxy.defend', prompts: ['invasion.defend', 'invasion.card'] },
  { id: 'galaxy.damage', prompts: ['invasion.damage'] },
  { id: 'galaxy.conquest', prompts: ['conquest.choice', 'conquest.means'] },
]

export default tips
