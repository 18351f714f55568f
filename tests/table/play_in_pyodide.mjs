// Plays the games of play_alone.py in Pyodide: Python in WebAssembly, as in a browser, here under Node.
//   node tests/table/play_in_pyodide.mjs
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const require = createRequire(join(root, 'web', 'package.json'))
const { loadPyodide } = require('pyodide')

const begun = performance.now()
const pyodide = await loadPyodide()
pyodide.mountNodeFS('/src', join(root, 'src'))
pyodide.runPython('import sys; sys.path.insert(0, "/src"); sys.dont_write_bytecode = True')
console.log(JSON.stringify({ python: pyodide.runPython('sys.version.split()[0]'), platform: pyodide.runPython('sys.platform'), ms_to_load: Math.round(performance.now() - begun) }))
pyodide.runPython(readFileSync(join(here, 'play_alone.py'), 'utf8'))
