// Playing on the map: what can be taken up, where it can go, and which option each tap stands for.
import type { Ask, OptionInfo } from '../../protocol'

/** The thing that a player has taken up, to be put down in another region. */
export interface Held {
  kind: 'move' | 'mothership'
  from: string
}

export interface BoardOptions {
  /** Regions with a ship that can be taken up. */
  ships: Set<string>
  /** Where the mothership is, if it can be taken up. */
  mothership: string
  /** Where a ship can be deployed, with the index of that option; at one's own mothership. */
  deploy: { region: string; optionIndex: number } | null
  /** Regions that can be chosen as they are, or for what is held, with the index of the option. */
  goals: Map<string, number>
  /** Pieces of a seat in a region that can be chosen, as `region/seat`. */
  pieces: Map<string, number>
  /** Players that can be chosen; with several options for one, all of them. */
  players: Map<number, number[]>
}

export const pieceOf = (region: string, seat: number): string => `${region}/${seat}`

/** The possible moves on the map for a question. */
export function boardOptions(ask: Ask | null, held: Held | null): BoardOptions {
  const found: BoardOptions = {
    ships: new Set(),
    mothership: '',
    deploy: null,
    goals: new Map(),
    pieces: new Map(),
    players: new Map(),
  }
  ask?.options.forEach(({ target }: OptionInfo, optionIndex: number) => {
    if (!target) return
    const { kind, name, other, seat } = target
    if (kind === 'move' || kind === 'mothership') {
      if (kind === 'move') found.ships.add(name)
      else found.mothership = name
      if (held?.kind === kind && held.from === name) found.goals.set(other, optionIndex)
    } else if (kind === 'region' && seat >= 0 && ask.prompt === 'action') found.deploy = { region: name, optionIndex }
    else if (kind === 'region' && seat >= 0) found.pieces.set(pieceOf(name, seat), optionIndex)
    else if (kind === 'region' || kind === 'portal') found.goals.set(name, optionIndex)
    else if (kind === 'player') found.players.set(seat, [...(found.players.get(seat) ?? []), optionIndex])
  })
  return found
}
