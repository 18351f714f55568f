// Python in the worker: begun from its files the first time, and from an image of its memory from then on.
import type * as Pyodide from 'pyodide'
import type { PyodideAPI, PyodideConfig } from 'pyodide'
import { Image } from './image'
import type { Parts } from './messages'
import type { Net } from './net.mjs'
import { unzipped, writePack } from './pack'

/** The interface of Python (repulse.browser); only strings go in and out. */
export interface LocalTables {
  is_loaded(room: string): boolean
  load(stored: string, entries: string): void
  unload(room: string): void
  receive(subscription: number, room: string, text: string): void
  unsubscribe(subscription: number): void
  run_bots(budgetMs: number): boolean
  refresh(room: string): void
  drain(): string
}
interface Requests {
  /** The game whose net a request needs; empty if it needs none. */
  net_for(path: string, body: string): string
  answer(path: string, body: string): string
}
export interface Python {
  tables: LocalTables
  requests: Requests
  install(game: string, net: Net): void
  /** Whether it was begun from an image. */
  again: boolean
  /** Keep the image for the next time; to be called when nobody waits. */
  keep(): Promise<void>
}

const FOLDER = '/repulse'
/** Import what a table needs, and read what the first game will need. */
const begin = (language: string): string => `
import sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
from repulse.browser.local_tables import LocalTables
from repulse.browser.nets import install
from repulse.browser.requests import Requests
tables = LocalTables()
requests = Requests(tables)
tables.warm_up(${JSON.stringify(language)})
`

export async function beginPython(parts: Parts, language: string): Promise<Python> {
  const image = new Image(parts)
  const program = unzipped(parts.program)
  const library = unzipped(parts.library).then((bytes) => URL.createObjectURL(new Blob([bytes])))
  const loaded = import(/* @vite-ignore */ `${parts.pyodide}pyodide.mjs`) as Promise<typeof Pyodide>
  const [{ loadPyodide }, stdLibURL, known] = await Promise.all([loaded, library, image.load()])
  // Where the deprecation points to, `pyodide/ffi`, the type does not exist.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const config: PyodideConfig = {
    indexURL: parts.pyodide,
    stdLibURL,
    fsInit: async (files) => writePack(files, FOLDER, await program),
  }
  if (known) {
    try {
      const pyodide = await loadPyodide({ ...config, _loadSnapshot: known })
      pyodide.runPython('import random; random.seed()')
      return offered(pyodide, true, () => Promise.resolve())
    } catch (error) {
      // Then the long way; and not again with this one.
      console.warn(error)
      await image.drop()
    }
  }
  const pyodide = await loadPyodide({ ...config, _makeSnapshot: true })
  pyodide.runPython(begin(language))
  const made = image.possible ? (pyodide.makeMemorySnapshot() as Uint8Array<ArrayBuffer>) : undefined
  return offered(pyodide, false, () => (made ? image.keep(made) : Promise.resolve()))
}

function offered({ globals }: PyodideAPI, again: boolean, keep: Python['keep']): Python {
  return {
    tables: globals.get('tables') as LocalTables,
    requests: globals.get('requests') as Requests,
    install: globals.get('install') as Python['install'],
    again,
    keep,
  }
}
