import { beforeAll, expect, test, vi } from 'vitest'
import type { faultReport as report } from './faults.svelte'

vi.stubGlobal('navigator', { language: 'en-US' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
vi.stubGlobal('location', { pathname: '/', hash: '', search: '', href: 'https://table.example/' })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('document', { baseURI: 'https://table.example/' })

let faultReport: typeof report
beforeAll(async () => {
  ;({ faultReport } = await import('./faults.svelte'))
}, 60_000)

test('a report says what went wrong and where', () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'seat')")
  error.stack = `TypeError: ...\n    at take (https://table.example/assets/index-Dslv2LQP.js:12:345)\n    at show (https://table.example/assets/index-Dslv2LQP.js:6:7)`
  const text = faultReport(error, { page: 'room', language: 'fr' })
  expect(text).toContain("TypeError: Cannot read properties of undefined (reading 'seat')")
  expect(text).toContain('at take (/assets/index-Dslv2LQP.js:12:345)')
  expect(text).toContain('page: room\nlanguage: fr')
})

test('a report names no room, no token and no server', () => {
  const error = new Error(
    'no answer from https://table.example/room/4afb3c0fb1b9ec2dcaf2#seat=11SzoXtDcmRxF7ubACj1pYXcD5mINmVpu3Tz2r7wQxM',
  )
  const text = faultReport(error, {})
  for (const secret of ['4afb3c0fb1b9ec2dcaf2', '11SzoXtDcmRxF7ubACj1pYXcD5mINmVpu3Tz2r7wQxM', 'table.example'])
    expect(text).not.toContain(secret)
})

test('anything may be thrown', () => {
  expect(faultReport('just words', {})).toBe('Error: just words')
  expect(faultReport(undefined, {})).toBe('Error: undefined')
})
