import { describe, expect, it } from 'vitest'
import { faceOf, newFace } from './faces'

describe('faces', () => {
  it('are the same for the same seed', () => {
    expect(faceOf('ada')).toEqual(faceOf('ada'))
  })
  it('differ from seed to seed', () => {
    const drawn = new Set(Array.from({ length: 200 }, (_, seed) => JSON.stringify(faceOf(`seed ${seed}`))))
    expect(drawn.size).toBeGreaterThan(195)
  })
  it('have seeds that the server takes', () => {
    for (let round = 0; round < 50; round++) expect(newFace()).toMatch(/^[0-9a-z]{6}$/)
  })
})
