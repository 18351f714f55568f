// Addresses of the page: the lobby, a room, the replay of a room, the replay of a file.
export type Place =
  | { at: 'lobby' }
  | { at: 'room'; room: string }
  | { at: 'replay'; room: string }
  | { at: 'file' }

export function placeOf(path: string): Place {
  const [first, second, third] = path.split('/').filter(Boolean)
  if (first === 'room' && second) return third === 'replay' ? { at: 'replay', room: second } : { at: 'room', room: second }
  if (first === 'replay') return { at: 'file' }
  return { at: 'lobby' }
}

class Router {
  place = $state.raw<Place>(placeOf(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.place = placeOf(location.pathname)))
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path)
    this.place = placeOf(path)
    scrollTo(0, 0)
  }

  /** For links: a plain click stays in the page. */
  follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.go(new URL((event.currentTarget as HTMLAnchorElement).href).pathname)
  }
}

export const router = new Router()
