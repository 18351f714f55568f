// Which modules are loaded together. Left alone, the build makes a file of every set of modules that two views share: sixty
// for a table, each with its own header and compressed by itself.
import { readdirSync } from 'node:fs'

interface Module {
  importedIds: readonly string[]
}
interface Graph {
  getModuleInfo(id: string): Module | null
}

const PAGE = ['/src/main.ts']
const LOBBY = ['/src/views/Lobby.svelte']
const ROOM = ['/src/views/Room.svelte']
const REPLAY = ['/src/views/Replay.svelte', '/src/motion/show.ts']
/** A game: its table, and what moves on it. */
const gameParts = (game: string): string[] => [`/src/games/${game}/index.ts`]
const motionParts = (game: string): string[] => [`/src/games/${game}/motion.ts`, `/src/games/${game}/stages.ts`]
const GAMES = readdirSync(new URL('src/games', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const reached = new Map<string, Set<string>>()

/** All modules that one needs at once, itself included. */
function reachedFrom(root: string, graph: Graph): Set<string> {
  const known = reached.get(root)
  if (known) return known
  const found = new Set([root])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  reached.set(root, found)
  return found
}

/** The file of a module: what every view, table or one game needs, or null for a module that the build may place. */
function chunkOf(id: string, graph: Graph): string | null {
  const root = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
  const count = (ends: string[]): number => ends.filter((end) => reachedFrom(root + end, graph).has(id)).length
  if (PAGE.some((end) => id.endsWith(end))) return null
  if (count(PAGE) || (count(LOBBY) && count(ROOM))) return 'page'
  const players = GAMES.filter((game) => count([...gameParts(game), ...motionParts(game)]))
  if (count(ROOM) || players.length + count(REPLAY) > 1) return 'table'
  const game = players[0]
  if (!game) return null
  return count(gameParts(game)) ? game : `${game}-motion`
}

const named = (wanted: (name: string) => boolean, priority: number) => ({
  name: (id: string, graph: Graph): string | null => {
    const name = chunkOf(id, graph)
    return name && wanted(name) ? name : null
  },
  priority,
})

/** The files of the build. A group takes what its modules need along, so the common ones come first. */
export const groups = [
  named((name) => name === 'page', 3),
  named((name) => name === 'table', 2),
  named((name) => !name.endsWith('-motion'), 1),
  named((name) => name.endsWith('-motion'), 0),
]
