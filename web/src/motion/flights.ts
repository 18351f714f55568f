// The look of a beat in the page: things fly from where they lay to where they lie now, turn over, glow, shake.
// Only transforms and opacity are animated, on ghosts above the table and on what is there.
import { iconElement } from '../lib/icons'
import type { Move, Token } from './beats'
import { arc, shift, type Rect } from './shift'
import { joinsLast, type Cue } from './timeline'

const EASE = 'cubic-bezier(0.3, 0.1, 0.25, 1)'
/** A thing that is placed goes a little too far, and settles. */
const ARRIVAL = 'cubic-bezier(0.3, 1.3, 0.6, 1)'
/** The angle between the cards of a fan. */
const FAN_DEGREES = 14
/** Elements slide to their new places when the table is laid out again. */
const SLIDES = '[data-spot^="card/"], [data-spot^="hand/"]'
const NEAR = 2

/** The first place that is in sight; of copies the last, where the newest lie, and none twice. */
function find(selectors: string[], last = false, used = new Set<Element>()): Element | null {
  for (const selector of selectors) {
    const all = [...document.querySelectorAll(selector)]
    for (const found of last ? all.reverse() : all) {
      if (used.has(found) || found.closest('dialog, [data-ghosts], [inert]')) continue
      const { width, height, right, bottom, left, top } = found.getBoundingClientRect()
      if (width && height && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight) return found
    }
  }
  return null
}

interface Box {
  key: string
  rect: DOMRect
}

/** Where everything lies that may slide; copies of a card one after another. */
function boxes(): Box[] {
  const seen = new Map<string, number>()
  return Array.from(document.querySelectorAll<HTMLElement>(SLIDES), (element) => {
    const name = element.dataset['spot'] ?? ''
    const number = seen.get(name) ?? 0
    seen.set(name, number + 1)
    return { key: `${name}#${number}`, rect: element.getBoundingClientRect() }
  })
}

/** The look of something that lies on the table, which outlasts it. */
function likeness(found: Element): HTMLElement {
  // A card fills its box: its likeness needs the box only. A token drawn in a picture needs a picture around it.
  const copy = found.cloneNode(true) as HTMLElement
  for (const each of [
    copy,
    ...copy.querySelectorAll<HTMLElement>('[data-spot], [data-card], [data-option], [data-offer], [id]'),
  ]) {
    for (const name of ['data-spot', 'data-card', 'data-option', 'data-offer', 'id', 'aria-pressed', 'title'])
      each.removeAttribute(name)
  }
  copy.removeAttribute('style')
  copy.style.cssText = 'width:100%;height:100%;margin:0'
  return copy
}

/** The tokens of all games. */
const TOKENS: Record<string, Token> = {
  chip: { width: 30, height: 30 },
  strike: { width: 44, height: 44 },
}
/** The shape that flies where there is no likeness: the back of a card. */
const BACK = 'back'
const NO_TOKEN: Token = { width: 34, height: 46 }

function drawToken(look: string, { draw }: Token, seat: number, content: string | Node): HTMLElement {
  const box = document.createElement('div')
  box.className = `ghost-${look} seat-${seat}`
  box.append(draw?.(seat) ?? content)
  return box
}

interface Flight {
  move: Move & { do: 'fly' }
  from: DOMRect | null
  ghost: HTMLElement | null
}

export class Flights {
  private readonly layer: HTMLElement
  private readonly running = new Set<Animation>()
  private tokens = TOKENS

  constructor(home: Element) {
    this.layer = document.createElement('div')
    this.layer.dataset['ghosts'] = ''
    this.layer.className = 'ghosts'
    this.layer.setAttribute('aria-hidden', 'true')
    home.append(this.layer)
  }

  /** Show a beat; `commit` changes the table to what it is afterwards. */
  async play(
    { beat, move, stagger, wait }: Cue,
    commit: () => Promise<void>,
    tokens: Record<string, Token> = {},
  ): Promise<void> {
    this.tokens = { ...TOKENS, ...tokens }
    const before = new Map(boxes().map(({ key, rect }) => [key, rect]))
    const left = new Set<Element>()
    const flights = beat.moves.map((each): Flight | null => {
      if (each.do !== 'fly') return null
      const found = find(each.from, false, left)
      if (found && each.look === 'there') left.add(found)
      const ghost = each.look === 'there' && found ? likeness(found) : null
      return { move: each, from: found?.getBoundingClientRect() ?? null, ghost }
    })
    await commit()
    const flown = new Set<Element>()
    let group = -1
    beat.moves.forEach((each, number) => {
      if (!joinsLast(each)) group += 1
      const delay = wait + group * stagger
      const flight = flights[number]
      if (each.do === 'fly' && flight) {
        const goal = find(each.to, each.look === 'here', flown)
        if (goal && flight.from) {
          if (each.look === 'here') flown.add(goal)
          this.fly(flight, goal, delay, move)
        }
      } else if (each.do !== 'fly') {
        const found = find(each.at)
        if (found) this.stir(each, found, delay, move)
      }
    })
    this.slide(before, flown, Math.min(220, move))
  }

  /** Stop everything at once. */
  clear(): void {
    for (const animation of [...this.running]) animation.cancel()
    this.running.clear()
    this.layer.replaceChildren()
  }

  close(): void {
    this.clear()
    this.layer.remove()
  }

  private animate(
    element: Element,
    frames: Keyframe[],
    { delay, duration, easing = EASE }: { delay: number; duration: number; easing?: string },
    after?: () => void,
  ): void {
    const animation = element.animate(frames, { delay, duration, easing, fill: 'backwards' })
    this.running.add(animation)
    const done = (): void => {
      this.running.delete(animation)
      after?.()
    }
    animation.onfinish = done
    animation.oncancel = done
  }

  private fly({ move, from, ghost }: Flight, goal: Element, delay: number, duration: number): void {
    if (!from) return
    const to = goal.getBoundingClientRect()
    const token = this.tokens[move.look] ?? NO_TOKEN
    let look = ghost
    let box = from
    if (move.look === 'here') {
      look = likeness(goal)
      box = to
      // A thing that lies there already waits for its likeness.
      this.animate(goal, [{ opacity: 0 }, { opacity: 0 }], { delay: 0, duration: delay + duration })
    }
    if (!look) {
      const { width, height } = token
      look = drawToken(
        move.look === 'there' ? BACK : move.look,
        token,
        move.seat ?? -1,
        move.icon ? iconElement(move.icon) : (move.text ?? ''),
      )
      box = new DOMRect(from.x + (from.width - width) / 2, from.y + (from.height - height) / 2, width, height)
    }
    const wrap = document.createElement('div')
    wrap.className = 'ghost'
    const { layer } = this
    const home = layer.getBoundingClientRect()
    wrap.style.cssText = `left:${box.x - home.x}px;top:${box.y - home.y}px;width:${box.width}px;height:${box.height}px`
    wrap.append(look)
    layer.append(wrap)
    const frames = this.arcFrames(move, box, from, to)
    const easing = move.look === 'here' ? ARRIVAL : EASE
    this.animate(wrap, frames, { delay, duration, easing }, () => wrap.remove())
  }

  /** Along an arc; what arrives grows to its size, what leaves fades, and a fan is spread on its way. */
  private arcFrames({ look, fan }: Move & { do: 'fly' }, box: Rect, from: Rect, to: Rect): Keyframe[] {
    const arrives = look === 'here'
    const turn = fan ? (fan[0] - (fan[1] - 1) / 2) * FAN_DEGREES : 0
    const tokenScale: [number, number] | undefined = look === 'here' || look === 'there' ? undefined : [1, 1]
    const path = arc(box, from, to, { turn, ...(tokenScale && { scales: tokenScale }) })
    const first = arrives ? 0.5 : 1
    const last = arrives ? 1 : 0.2
    const opacities = [first, 1, 1, 1, last]
    return path.map((transform, index) => ({ transform, opacity: opacities[index] ?? 1 }))
  }

  private stir(move: Exclude<Move, { do: 'fly' }>, found: Element, delay: number, duration: number): void {
    if (move.do === 'rise') {
      const rect = found.getBoundingClientRect()
      const home = this.layer.getBoundingClientRect()
      const wrap = document.createElement('div')
      wrap.className = `ghost-rise ${move.good ? 'good' : 'bad'}`
      if (move.icon) wrap.append(iconElement(move.icon))
      if (move.text) wrap.append(move.text)
      wrap.style.cssText = `left:${rect.x + rect.width / 2 - home.x}px;top:${rect.y + Math.min(rect.height / 2, 40) - home.y}px`
      this.layer.append(wrap)
      const frames = [
        { transform: 'translate(-50%, 30%) scale(0.6)', opacity: 0 },
        { transform: 'translate(-50%, -60%) scale(1.1)', opacity: 1, offset: 0.3 },
        { transform: 'translate(-50%, -110%)', opacity: 1, offset: 0.8 },
        { transform: 'translate(-50%, -150%)', opacity: 0 },
      ]
      // Words want to be read: they stay while the next beat begins.
      this.animate(wrap, frames, { delay, duration: Math.max(900, duration * 2) }, () => wrap.remove())
    } else this.animate(found, STIRS[move.do], { delay, duration })
  }

  /** Everything else that has moved slides to its place. */
  private slide(before: Map<string, DOMRect>, flown: Set<Element>, duration: number): void {
    const seen = new Map<string, number>()
    const moved: [Element, string][] = []
    for (const element of document.querySelectorAll<HTMLElement>(SLIDES)) {
      const name = element.dataset['spot'] ?? ''
      const number = seen.get(name) ?? 0
      seen.set(name, number + 1)
      const old = before.get(`${name}#${number}`)
      if (!old || flown.has(element)) continue
      const now = element.getBoundingClientRect()
      if (Math.abs(now.x - old.x) > NEAR || Math.abs(now.y - old.y) > NEAR) moved.push([element, shift(now, old)])
    }
    for (const [element, from] of moved)
      this.animate(element, [{ transform: from }, { transform: 'none' }], { delay: 0, duration })
  }
}

const STIRS: Record<'turn' | 'glow' | 'shake' | 'pop', Keyframe[]> = {
  turn: [
    { transform: 'rotateX(90deg)', opacity: 0.3 },
    { transform: 'none', opacity: 1 },
  ],
  glow: [{ transform: 'none' }, { transform: 'scale(1.07)', offset: 0.4 }, { transform: 'none' }],
  shake: [
    { transform: 'none' },
    { transform: 'translateX(-6px)', offset: 0.2 },
    { transform: 'translateX(5px)', offset: 0.45 },
    { transform: 'translateX(-3px)', offset: 0.7 },
    { transform: 'none' },
  ],
  pop: [
    { transform: 'scale(0)', opacity: 0 },
    { transform: 'scale(1.3)', opacity: 1, offset: 0.7 },
    { transform: 'none', opacity: 1 },
  ],
}
