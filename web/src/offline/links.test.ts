import { describe, expect, it } from 'vitest'
import { roomLink } from './links'

describe('roomLink', () => {
  it('takes the link to a room of a server', () => {
    expect(roomLink(' https://play.example.org/room/a1b2c3\n')).toBe('https://play.example.org/room/a1b2c3')
    expect(roomLink('http://192.168.0.7:8000/room/a1b2c3?from=mail')).toBe(
      'http://192.168.0.7:8000/room/a1b2c3?from=mail',
    )
  })

  it('takes nothing else', () => {
    for (const text of [
      '',
      'a1b2c3',
      'https://example.org/',
      'javascript:alert(1)//room/x',
      'data:text/html,/room/x',
    ]) {
      expect(roomLink(text)).toBe('')
    }
  })
})
