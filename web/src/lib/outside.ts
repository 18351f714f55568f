// Where another device finds this server: not under the address of the machine itself.
const LOOPBACK = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** The origin for links to other devices, and whether none of them can reach it. */
export function outside(origin: string, address: string): { origin: string; alone: boolean } {
  if (!LOOPBACK.test(origin)) return { origin, alone: false }
  if (address) return { origin: address.replace(/\/+$/, ''), alone: false }
  return { origin, alone: true }
}
