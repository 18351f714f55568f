import { describe, expect, it } from 'vitest'
import { outside } from './outside'

describe('links for other devices', () => {
  it('have the address of the page, if that is not the machine itself', () => {
    expect(outside('https://table.example.org', '')).toEqual({ origin: 'https://table.example.org', alone: false })
  })
  it('have the address that the server knows of itself else', () => {
    expect(outside('http://127.0.0.1:8000', 'http://192.0.2.7:8000/')).toEqual({
      origin: 'http://192.0.2.7:8000',
      alone: false,
    })
  })
  it('reach nobody where the server serves its own machine alone', () => {
    expect(outside('http://localhost:8000', '').alone).toBe(true)
  })
})
