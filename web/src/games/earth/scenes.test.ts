import { expect, it } from 'vitest'
import motifs from '../../../../src/repulse/games/earth/components/motifs.json'
import { GADGETS } from './scenes'

it('draws every motif that a Gadget may name', () => {
  expect(Object.keys(GADGETS).sort()).toEqual(motifs.gadget)
})
