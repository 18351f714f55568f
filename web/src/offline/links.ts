// Links that people send each other.

/** The address of a room on a server, from what somebody has pasted; empty if it is not one. */
export function roomLink(text: string): string {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return ''
  }
  const isRoom = /\/room\/\w+\/?$/.test(url.pathname)
  return isRoom && ['http:', 'https:'].includes(url.protocol) ? url.href : ''
}
