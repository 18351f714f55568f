import { describe, expect, it } from 'vitest'
import { writePack } from './pack'

describe('writePack', () => {
  it('writes every file into its folder', () => {
    const bytes = new TextEncoder().encode('[["a/one.py",3],["a/b/two.toml",0],["three.py",2]]\nabcde')
    const written = new Map<string, string>()
    const folders: string[] = []
    const files = {
      mkdirTree: (path: string) => void folders.push(path),
      writeFile: (path: string, data: Uint8Array) => void written.set(path, new TextDecoder().decode(data)),
    }
    writePack(files, '/there', bytes.buffer)
    expect(Object.fromEntries(written)).toEqual({
      '/there/a/one.py': 'abc',
      '/there/a/b/two.toml': '',
      '/there/three.py': 'de',
    })
    expect(folders).toEqual(['/there/a', '/there/a/b', '/there'])
  })
})
