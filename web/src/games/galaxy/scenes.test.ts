import { describe, expect, it } from 'vitest'
import motifs from '../../../../src/repulse/games/galaxy/cards/data/motifs.json'
import { SIGHTS, WORKS } from './scenes'

describe('the motifs of galaxy', () => {
  it('draws every motif that a card may name, and names every motif that it draws', () => {
    expect(Object.keys(SIGHTS).sort()).toEqual(motifs.world)
    expect(Object.keys(WORKS).sort()).toEqual(motifs.development)
  })
})
