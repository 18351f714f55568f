// The questions of earth that are explained the first time; the words are `tip.<id>` in the catalogs.
import type { Tips } from '../../lib/tips'

const tips: Tips = [
  { id: 'earth.bid', prompts: ['bid'] },
  { id: 'earth.card', prompts: ['take-card'] },
  { id: 'earth.portal', prompts: ['portal'] },
  { id: 'earth.action', prompts: ['action'] },
]

export default tips
