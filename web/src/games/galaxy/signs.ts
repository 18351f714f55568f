// The icons of the numbers of a player.
import type { IconName } from '../../lib/icons'

export const SIGNS = {
  hand: 'hand',
  chips: 'hexagon',
  goods: 'cube',
  military: 'swords',
  vs_xenos: 'skull',
  defense: 'shield',
  admiral: 'star',
  systems: 'orbit',
  tucked: 'tray',
  tableau: 'grid',
} as const satisfies Record<string, IconName>
