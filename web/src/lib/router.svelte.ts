// Addresses of the page: the lobby, a room, the replay or the review of a room or of a file, the cards of a game, its almanac,
// its ratings, the deals of a day, puzzles.
type Route =
  | { at: 'lobby' }
  | { at: 'room'; room: string }
  | { at: 'replay'; room: string; step: number; seat: number }
  | { at: 'review'; room: string }
  | { at: 'file'; step: number; seat: number }
  | { at: 'cards'; game: string; card: string }
  | { at: 'almanac'; game: string; table: string; card: string }
  | { at: 'ratings'; game: string; mode: string }
  | { at: 'daily'; day: string }
  | { at: 'puzzles'; puzzle: string }

/** A position of a replay: after how many choices, and through whose eyes (all cards open, if nobody's). */
const positionOf = (step = '0', seat = '-2'): { step: number; seat: number } => ({
  step: Number(step) || 0,
  seat: Number(seat),
})

/** The address of a position of a game, of a room or of the record that was opened. */
export const replayPath = (room: string, step: number, seat: number): string =>
  `${room ? `/room/${room}` : ''}/replay/${step}/${seat}`

function routeOf(path: string): Route {
  const [first, second, third, fourth, fifth] = path.split('/').filter(Boolean)
  if (first === 'room' && second) {
    if (third === 'replay') return { at: 'replay', room: second, ...positionOf(fourth, fifth) }
    return { at: third === 'review' ? 'review' : 'room', room: second }
  }
  if (first === 'replay') return { at: 'file', ...positionOf(second, third) }
  if (first === 'review') return { at: 'review', room: '' }
  if (first === 'cards') return { at: 'cards', game: second ?? '', card: decodeURIComponent(third ?? '') }
  if (first === 'puzzles') return { at: 'puzzles', puzzle: decodeURIComponent(second ?? '') }
  if (first === 'daily') return { at: 'daily', day: /^\d{4}-\d\d-\d\d$/.test(second ?? '') ? (second ?? '') : '' }
  if (first === 'almanac') {
    return { at: 'almanac', game: second ?? '', table: third ?? '', card: decodeURIComponent(fourth ?? '') }
  }
  if (first === 'ratings') return { at: 'ratings', game: second ?? '', mode: third ?? '' }
  return { at: 'lobby' }
}

/** A plain file server knows one address of ours, so on a static page routes follow a hash. */
const IN_HASH = import.meta.env.MODE === 'site'

const here = (): string => (IN_HASH ? location.hash.slice(1) || '/' : location.pathname)

class Router {
  route = $state.raw<Route>(routeOf(here()))

  constructor() {
    const look = (): void => {
      this.route = routeOf(here())
    }
    addEventListener('popstate', look)
    addEventListener('hashchange', look)
  }

  /** The address of a route, for links. */
  href(path: string): string {
    return IN_HASH ? `#${path}` : path
  }

  go(path: string): void {
    if (path !== here()) history.pushState(null, '', this.href(path))
    this.route = routeOf(path)
    scrollTo(0, 0)
  }

  /** For links: a plain click stays in the page. */
  follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // In a drawing, `href` of a link is not a text.
    const { hash, pathname } = new URL((event.currentTarget as Element).getAttribute('href') ?? '', location.href)
    this.go(IN_HASH ? hash.slice(1) : pathname)
  }
}

/** The address of the cards of a game, or of one of them. */
export const cardPath = (game: string, card = ''): string =>
  `/cards/${encodeURIComponent(game)}${card ? `/${encodeURIComponent(card)}` : ''}`

/** The address of a table of the almanac of a game, or of a card over it. */
export const almanacPath = (game: string, table: string, card = ''): string =>
  `/almanac/${encodeURIComponent(game)}/${table}${card ? `/${encodeURIComponent(card)}` : ''}`

export const router = new Router()
