// Finds what a module exports and no other one imports: `npm run lint:unused`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const EXPORT =
  /^\s*export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
const EXPORT_LIST = /^\s*export (?:type )?\{([^}]*)\}/gm
const IMPORT = /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*['"]/g
const WHOLE = /import(?:\s+\*\s+as\s+\w+\s+from\s+['"]|\(['"])([^'"]+)['"]/g
/** Names that something else than an import looks for. */
const ENTRY = /(vite|stylelint|eslint|prettier|svelte)\.config|\.d\.m?ts$|protocol\.ts$/

/** The names in the braces of an import or export; of `a as b` the one that the other module knows. */
function names(list, index) {
  return list
    .replace(/\/\/.*/g, '')
    .split(',')
    .map((part) => part.replace(/^\s*type\s/, '').trim())
    .filter(Boolean)
    .map((part) => part.split(/\s+as\s+/).at(index) ?? part)
}

/** The exports that no other file imports, as `path: name`; `files` holds the text of each path. */
export function unusedExports(files) {
  const imported = new Map()
  const wholes = []
  for (const [path, text] of files) {
    for (const [, list = ''] of text.matchAll(IMPORT))
      for (const name of names(list, 0)) imported.set(name, (imported.get(name) ?? new Set()).add(path))
    for (const [, target = ''] of text.matchAll(WHOLE)) wholes.push(target.split('/').at(-1))
  }
  const found = []
  for (const [path, text] of files) {
    const base = path.split('/').at(-1) ?? ''
    if (ENTRY.test(path) || wholes.some((target) => base.startsWith(`${target}.`) || base === target)) continue
    const own = [
      ...[...text.matchAll(EXPORT)].map(([, name = '']) => name),
      ...[...text.matchAll(EXPORT_LIST)].flatMap(([, list = '']) => names(list, -1)),
    ]
    for (const name of own) {
      const users = [...(imported.get(name) ?? [])].filter((user) => user !== path)
      if (!users.length) found.push(`${path}: ${name}`)
    }
  }
  return found
}

function read(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|svelte)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, 'utf8')])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const own = readdirSync('.').filter((name) => /\.(ts|mjs)$/.test(name))
  const files = [...read('src'), ...read('dev'), ...own.map((name) => [name, readFileSync(name, 'utf8')])]
  const found = unusedExports(files)
  for (const line of found) console.error(`unused export  ${line}`)
  if (found.length) process.exit(1)
}
