import { expect, test } from 'vitest'
import { unusedExports } from './unused.mjs'

const found = (files) => unusedExports(Object.entries(files))

test('an export that nobody imports is found', () => {
  expect(
    found({
      'src/a.ts': 'export const used = 1\nexport function idle() {}\nexport interface Shape {}\n',
      'src/b.svelte': "<script>\n  import { used as mine, type Shape } from './a'\n</script>",
    }),
  ).toEqual(['src/a.ts: idle'])
})

test('an import of its own, a comment or the same word elsewhere is no use of it', () => {
  expect(
    found({ 'src/a.ts': 'export const word = 1\nconst more = word\n', 'src/b.ts': '// word\nconst word = 2\n' }),
  ).toEqual(['src/a.ts: word'])
})

test('a module that is imported as a whole may export anything', () => {
  expect(
    found({
      'src/motion.ts': 'export const effects = {}\n',
      'src/index.ts': "const load = () => import('./motion')\n",
      'src/craft.ts': 'export const ship = 1\n',
      'src/scenes.ts': "import * as craft from './craft'\n",
    }),
  ).toEqual([])
})
