import { describe, expect, it } from 'vitest'
import { POSTERS } from './posters'

describe('the large pictures', () => {
  for (const [name, draw] of Object.entries(POSTERS))
    it(`${name} is as the brushes draw it`, async () => {
      await expect(draw()).toMatchFileSnapshot(`./posters/${name}.svg`)
    })
})
