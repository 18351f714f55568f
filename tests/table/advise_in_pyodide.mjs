// Hints, a review and the searching player in Pyodide, with the nets of a page: as in a browser, here under Node.
//   node tests/table/advise_in_pyodide.mjs '{"game": "galaxy", "options": {...}, "players": 2}' record.json net.bin sibling.bin ...
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Net } from '../../web/src/offline/net.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const require = createRequire(join(root, 'web', 'package.json'))
const { loadPyodide } = require('pyodide')

const [wanted, record, ...files] = process.argv.slice(2)
const { game, options, players } = JSON.parse(wanted)
const [main, ...others] = files.map((path) => {
  const file = readFileSync(path)
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)
})

const pyodide = await loadPyodide()
pyodide.mountNodeFS('/src', join(root, 'src'))
pyodide.runPython(`
import sys
sys.path.insert(0, "/src")
sys.dont_write_bytecode = True
sys.modules["numpy"] = None
from repulse.browser.local_tables import LocalTables
from repulse.browser.nets import install
from repulse.browser.requests import Requests
tables = LocalTables()
requests = Requests(tables)
`)
const [tables, requests, install] = ['tables', 'requests', 'install'].map((name) => pyodide.globals.get(name))

function ask(path, body) {
  const { status, text } = JSON.parse(requests.answer(path, JSON.stringify(body)))
  if (status !== 200) throw new Error(text)
  return JSON.parse(text)
}
function timed(what, does) {
  const begun = performance.now()
  const made = does()
  console.log(JSON.stringify({ what, ms: Math.round(performance.now() - begun), ...made }))
}

const seats = [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot', bot: 'master' }))]
const room = { game, options, seats, seed: 5 }
console.log(JSON.stringify({ what: 'net', wanted: requests.net_for('/api/rooms', JSON.stringify(room)) }))
install(
  game,
  new Net(
    main,
    others.map((file) => new Net(file)),
  ),
)
const { room: ident } = ask('/api/rooms', room)
timed('hint', () => ask(`/api/rooms/${ident}/hint?lang=fr`, {}))
tables.receive(1, ident, JSON.stringify({ type: 'hello' }))
timed('master', () => {
  while (tables.run_bots(1)) continue
  const said = JSON.parse(tables.drain()).messages.map(([, text]) => JSON.parse(text))
  return { failed: said.some(({ lines = [] }) => lines.some(({ event }) => event === 'note.bot-failed')) }
})
timed('review', () => {
  let progress = 0
  for (;;) {
    const line = ask('/api/review', { record: readFileSync(record, 'utf8'), language: 'en' })
    if (line.type !== 'progress') return { progress, type: line.type, chances: line.chances.length, decisions: line.decisions }
    progress++
  }
})
