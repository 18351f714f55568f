// The table itself, in a worker: Python in WebAssembly plays, the browser's database keeps, the page is only told.
//
// Everything is done one after the other, in the order in which it came. The output of Python is saved first and
// shown then, so that nothing that was shown can be lost.
import type { ApiRequest } from '../lib/backend'
import { withSilenceLimit } from '../lib/patience'
import { AFTERWARDS, type FromWorker, type Keeping, type Parts, type ToWorker } from './messages'
import { Net } from './net.mjs'
import { countBytes } from './progress'
import { beginPython, type LocalTables, type Python } from './python'
import { Store, type Save } from './store'

/** The time bots think before the page gets their progress, in milliseconds. */
const BUDGET = 200
/** The time another tab may be silent before the bots of its game play here, in milliseconds. */
const TAKE_OVER_MS = 10_000

/** The silence after which a file is given up, in milliseconds: everything else waits for it. */
const FILE_SILENCE_MS = 60_000

const tell = (message: FromWorker): void => postMessage(message)

globalThis.fetch = withSilenceLimit(globalThis.fetch, FILE_SILENCE_MS)

let python: Promise<Python> | undefined
let store: Promise<Store | null> | undefined
let keeping: Keeping = 'kept'
const lines = new Map<number, string>()
/** The entries not kept, by room: without a database a room lasts as long as the page. */
const unkept = new Set<string>()

/** Nets that nobody has asked for yet: their names (`galaxy`, `galaxy-frontier`) and addresses. They are large, and many tables need none. */
let waiting = new Map<string, string>()

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.arrayBuffer()
}

/** Have the nets of a game. */
async function ensureNet(game: string): Promise<void> {
  const address = waiting.get(game)
  if (!address) return
  const others = [...waiting].filter(([name]) => name.startsWith(`${game}-`)).map(([, where]) => where)
  try {
    const siblings = await Promise.all(others.map(async (where) => new Net(await fetchFile(where))))
    const net = new Net(await fetchFile(address), siblings)
    ;(await ready()).install(game, net)
    waiting.delete(game)
  } catch {
    // Not kept yet, and no network: Python says so.
  }
}

async function begin(parts: Parts, language: string): Promise<Python> {
  const begun = performance.now()
  const stop = countBytes((bytes) => tell({ type: 'loaded', bytes }))
  const made = await beginPython(parts, language).finally(stop)
  waiting = new Map(Object.entries(parts.nets))
  tell({ type: 'ready', milliseconds: Math.round(performance.now() - begun), again: made.again })
  setTimeout(() => void made.keep(), AFTERWARDS)
  return made
}

function told(now: Keeping): void {
  if (now === keeping || keeping === 'outdated') return
  keeping = now
  tell({ type: 'keeping', keeping })
}

async function openStore(): Promise<Store | null> {
  try {
    return await Store.open(() => told('outdated'))
  } catch {
    told('private')
    return null
  }
}

/** Have a room in memory, if it is kept. */
async function ensure(tables: LocalTables, room: string): Promise<void> {
  if (tables.is_loaded(room)) return
  const found = await (await store)?.load(room)
  if (!found) return
  const players = /"bot": ?"(expert|learned|master)"/
  if (found.entries.some((entry) => players.test(entry)))
    await ensureNet((JSON.parse(found.stored) as { game: string }).game)
  tables.load(found.stored, JSON.stringify(found.entries))
}

/** Save what has happened, and then say it. */
async function flush(tables: LocalTables): Promise<void> {
  const out = JSON.parse(tables.drain()) as { saves: Save[]; messages: [number, string][] }
  if (out.saves.length && !(await save(tables, out.saves))) return
  for (const [line, text] of out.messages) tell({ type: 'said', line, text })
}

/** Whether what has happened may be shown. */
async function save(tables: LocalTables, saves: Save[]): Promise<boolean> {
  const opened = await store
  const kept = saves.filter(({ room }) => !unkept.has(room))
  if (!opened) return true
  try {
    if (kept.length) await opened.save(kept, Date.now())
    for (const room of new Set(kept.map((save) => save.room))) others?.postMessage(room)
    if (!unkept.size) told('kept')
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'ConstraintError') {
      // Another page of this browser has played on, or thrown the game away: look again.
      for (const { room } of kept) {
        tables.unload(room)
        for (const [line, at] of lines) if (at === room) tell({ type: 'closed', line })
      }
      return false
    }
    // From now on these rooms last as long as the page, and the page says so.
    for (const { room } of kept) unkept.add(room)
    told('full')
    return true
  }
}

async function request({ path, body }: ApiRequest): Promise<string> {
  const { tables, requests } = await ready()
  const room = /^\/api\/rooms\/(\w+)\//.exec(path)?.[1]
  if (room) await ensure(tables, room)
  const game = body ? requests.net_for(path, body) : ''
  if (game) await ensureNet(game)
  const answer = requests.answer(path, body ?? '')
  await flush(tables)
  return answer
}

/** Let bots play at the tables that are looked at. */
async function playOn(): Promise<void> {
  const { tables } = await ready()
  let more = true
  while (more) {
    more = tables.run_bots(BUDGET)
    await flush(tables)
  }
}

async function say(line: number, text: string): Promise<void> {
  const { tables } = await ready()
  const room = lines.get(line)
  if (room === undefined) return
  await ensure(tables, room)
  tables.receive(line, room, text)
  try {
    await playOn()
  } catch (error) {
    // The state in memory may be half done: the next look at the room begins from what was kept.
    tables.unload(room)
    throw error
  }
}

function ready(): Promise<Python> {
  if (!python) throw new Error('the worker was not told to begin')
  return python
}

async function take(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'begin':
      store = openStore()
      python = begin(message.parts, message.language)
      python.catch((error: Error) => tell({ type: 'failed', words: error.message }))
      break
    case 'request': {
      const { id, asked } = message
      tell({ type: 'answered', id, answered: JSON.parse(await request(asked)) as { status: number; text: string } })
      break
    }
    case 'seats':
      tell({ type: 'seats', id: message.id, seats: (await (await store)?.seats()) ?? [] })
      break
    case 'drop':
      await (await store)?.drop(message.room)
      void python?.then(({ tables }) => tables.unload(message.room))
      tell({ type: 'dropped', id: message.id })
      break
    case 'open':
      lines.set(message.line, message.room)
      tell({ type: 'opened', line: message.line })
      break
    case 'say':
      await say(message.line, message.text)
      break
    case 'close':
      lines.delete(message.line)
      ;(await ready()).tables.unsubscribe(message.line)
      break
  }
}

/** The same game may be open in another tab of this browser, whose worker says when it has played on. */
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('repulse.rooms')
const takingOver = new Map<string, ReturnType<typeof setTimeout>>()
if (others)
  others.onmessage = ({ data }: MessageEvent<string>) =>
    void (turn = turn.then(() => catchUp(data)).catch((error: unknown) => console.error(error)))

/** Show what another tab has played. If that falls silent, its bots play on here. */
async function catchUp(room: string): Promise<void> {
  if (![...lines.values()].includes(room)) return
  const { tables } = await ready()
  tables.unload(room)
  await ensure(tables, room)
  tables.refresh(room)
  await flush(tables)
  clearTimeout(takingOver.get(room))
  takingOver.set(
    room,
    setTimeout(() => void (turn = turn.then(playOn).catch((error: unknown) => console.error(error))), TAKE_OVER_MS),
  )
}

/** A request that needs no Python goes at once; everything else in turn. */
const AT_ONCE = new Set<ToWorker['type']>(['begin', 'seats', 'drop', 'open'])
let turn: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  // Only what was asked for has failed, not the worker: it goes on with the next.
  const fail = (error: unknown): void => {
    console.error(error)
    const words = String(error)
    if ('id' in data) tell({ type: 'failed', words, id: data.id })
    else if ('line' in data) tell({ type: 'failed', words, line: data.line })
  }
  if (AT_ONCE.has(data.type)) void take(data).catch(fail)
  else turn = turn.then(() => take(data)).catch(fail)
})
