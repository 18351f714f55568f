// Writes the license texts of all packages in the built page to `third-party-notices.txt`, beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const NOTICES = 'third-party-notices.txt'

/** The folder of the package that a module belongs to; empty for a module of our own. */
export function packageFolder(id) {
  const match = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.split('?')[0])
  return match?.[1] ?? ''
}

/** The name, version and license of a package, and the text of the license. */
export function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  if (!file) throw new Error(`${name} ${version} has no license text: the page must not contain it.`)
  const title = `${name} ${version} (${license})`
  return `${title}\n${'='.repeat(title.length)}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}

/** The Vite plugin. */
export function notices() {
  return {
    name: 'repulse-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      // Fonts come in through `url()` of a style sheet: they are files of the bundle, not modules.
      const files = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []))
      const folders = new Set(
        [...modules, ...files.map((file) => resolve(file))]
          .map(packageFolder)
          .filter((folder) => folder && existsSync(join(folder, 'package.json'))),
      )
      const intro =
        'Repulse is under the MIT license. This page contains the following packages, under their own licenses.\n'
      this.emitFile({
        type: 'asset',
        fileName: NOTICES,
        source: [intro, ...[...folders].sort().map(noticeOf)].join('\n\n'),
      })
    },
  }
}
