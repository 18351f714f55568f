// Which modules are loaded together. Left alone, the build makes a file of every set of modules that two views share: sixty
// for a table, each with its own header and compressed by itself.

interface Module {
  importedIds: readonly string[]
}
interface Graph {
  getModuleInfo(id: string): Module | null
}

/** The modules loaded with each of these, by the ends of their names. */
const PAGE = ['/src/main.ts']
const LOBBY = ['/src/views/Lobby.svelte']
const ROOM = ['/src/views/Room.svelte']
/** The parts of a table that is played at or replayed. */
const TABLES = [
  '/src/games/galaxy/index.ts',
  '/src/games/earth/index.ts',
  '/src/games/generic/index.ts',
  '/src/games/galaxy/motion.ts',
  '/src/games/earth/motion.ts',
  '/src/views/Replay.svelte',
  '/src/motion/show.ts',
]

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

/** The file of a module: what every view needs, what every table needs, or null for one that the build chooses. */
export function chunkOf(id: string, graph: Graph): string | null {
  const root = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
  const isIn = (roots: string[]): number => roots.filter((end) => reachedFrom(root + end, graph).has(id)).length
  if (PAGE.some((end) => id.endsWith(end))) return null
  if (isIn(PAGE) || (isIn(LOBBY) && isIn(ROOM))) return 'page'
  if (isIn(ROOM) || isIn(TABLES) > 1) return 'table'
  return null
}
