import { describe, expect, it } from 'vitest'
import { carriedToken, seatLink } from './seats'

describe('a seat carried to another device', () => {
  const token = 'Zb3_k-0123456789abcdefghijkl'
  it('is in the link, behind what is sent to the server', () => {
    const link = new URL(seatLink('http://192.0.2.7:8000', 'abc', token))
    expect(link.pathname).toBe('/room/abc')
    expect(carriedToken(link.hash)).toBe(token)
  })
  it('is nothing else that may stand there', () => {
    for (const hash of ['', '#', '#seat=', '#seat=short', `#seat=${token}&x=1`, `#${token}`])
      expect(carriedToken(hash)).toBe('')
  })
})
