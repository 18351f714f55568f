// The table itself, in a worker: Python in WebAssembly plays, the browser's database keeps, the page is only told.
//
// Everything is done one after the other, in the order in which it came. What Python gives out is saved first and
// shown then, so that nothing that was shown can be lost.
import type { Asked } from '../lib/host'
import { AFTERWARDS, type FromWorker, type Keeping, type Parts, type ToWorker } from './messages'
import { Net } from './net.mjs'
import { beginPython, type Home, type Python } from './python'
import { Store, type Save } from './store'

/** How long bots think before the page is told how far they are, in milliseconds. */
const BUDGET = 200

const tell = (message: FromWorker): void => postMessage(message)

let python: Promise<Python> | undefined
let store: Promise<Store | null> | undefined
let keeping: Keeping = 'kept'
const lines = new Map<number, string>()
/** What was not kept, by room: without a database a room lasts as long as the page. */
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
  const made = await beginPython(parts, language)
  waiting = new Map(Object.entries(parts.nets))
  tell({ type: 'ready', milliseconds: Math.round(performance.now() - begun), again: made.again })
  setTimeout(() => void made.keep(), AFTERWARDS)
  return made
}

function told(now: Keeping): void {
  if (now === keeping) return
  keeping = now
  tell({ type: 'keeping', keeping })
}

async function openStore(): Promise<Store | null> {
  try {
    return await Store.open()
  } catch {
    told('private')
    return null
  }
}

/** Have a room in memory, if it is kept. */
async function ensure(home: Home, room: string): Promise<void> {
  if (home.has(room)) return
  const found = await (await store)?.load(room)
  if (!found) return
  const players = /"bot": ?"(expert|learned|master)"/
  if (found.entries.some((entry) => players.test(entry))) await ensureNet((JSON.parse(found.stored) as { game: string }).game)
  home.load(found.stored, JSON.stringify(found.entries))
}

/** Save what has happened, and then say it. */
async function flush(home: Home): Promise<void> {
  const out = JSON.parse(home.out()) as { saves: Save[]; said: [number, string][] }
  if (out.saves.length && !(await save(home, out.saves))) return
  for (const [line, text] of out.said) tell({ type: 'said', line, text })
}

/** Whether what has happened may be shown. */
async function save(home: Home, saves: Save[]): Promise<boolean> {
  const opened = await store
  const kept = saves.filter(({ room }) => !unkept.has(room))
  if (!opened) return true
  try {
    if (kept.length) await opened.save(kept, Date.now())
    if (!unkept.size) told('kept')
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'ConstraintError') {
      // Another page of this browser has played on, or thrown the game away: look again.
      for (const { room } of kept) {
        home.forget(room)
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

async function request({ path, body }: Asked): Promise<string> {
  const { home, requests } = await ready()
  const room = /^\/api\/rooms\/(\w+)\//.exec(path)?.[1]
  if (room) await ensure(home, room)
  const game = body ? requests.net_for(path, body) : ''
  if (game) await ensureNet(game)
  const answer = requests.answer(path, body ?? '')
  await flush(home)
  return answer
}

async function say(line: number, text: string): Promise<void> {
  const { home } = await ready()
  const room = lines.get(line)
  if (room === undefined) return
  await ensure(home, room)
  home.hear(line, room, text)
  let more = true
  while (more) {
    more = home.think(BUDGET)
    await flush(home)
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
      void python?.then(({ home }) => home.forget(message.room))
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
      ;(await ready()).home.hang_up(message.line)
      break
  }
}

/** What needs no Python goes at once; everything else in turn. */
const AT_ONCE = new Set<ToWorker['type']>(['begin', 'seats', 'drop', 'open'])
let turn: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  const fail = (error: Error): void => tell({ type: 'failed', words: error.message })
  if (AT_ONCE.has(data.type)) void take(data).catch(fail)
  else turn = turn.then(() => take(data)).catch(fail)
})
