import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noticeOf, packageFolder } from './notices.mjs'

function packageWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const manifest = JSON.stringify({ name: 'thing', version: '1.2.3', license: 'MIT' })

describe('third-party notices', () => {
  it.each([
    ['/x/node_modules/svelte/src/index.js', '/x/node_modules/svelte'],
    ['/x/node_modules/@scope/thing/a.js?v=1', '/x/node_modules/@scope/thing'],
    ['/x/node_modules/outer/node_modules/inner/a.js', '/x/node_modules/outer/node_modules/inner'],
    ['/x/src/main.ts', ''],
  ])('finds the package of %s', (id, folder) => expect(packageFolder(id)).toBe(folder))

  it('carries name, version and the whole license text', () => {
    const notice = noticeOf(packageWith({ 'package.json': manifest, 'LICENSE.md': 'Do what you like.' }))
    expect(notice).toContain('thing 1.2.3 (MIT)')
    expect(notice).toContain('Do what you like.')
  })

  it('refuses a package without a license text', () => {
    expect(() => noticeOf(packageWith({ 'package.json': manifest }))).toThrow('no license text')
  })
})
