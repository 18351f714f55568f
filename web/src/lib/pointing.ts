// Showing where something is: parts of the screen carry marks such as `data-card="Gem World"`, which lessons name.
import type { Ask, Coach } from '../protocol'

/** The parts that a lesson points at: `kind` or `kind:name`, as selectors. */
export function selectorOf(point: string): string {
  const [kind = '', ...rest] = point.split(':')
  return rest.length ? `[data-${kind}="${rest.join(':').replaceAll('"', '\\"')}"]` : `[data-${kind}]`
}

/** The places of the options to click for the first answer that a lesson takes; none where any will do. */
export function wantedPlaces(coach: Coach, ask: Ask | null, keeps: boolean): number[] {
  const wanted = coach.accept?.[0]
  if (!ask || !wanted || coach.prompt !== ask.prompt) return []
  const left = [...wanted]
  const named: number[] = []
  const others: number[] = []
  ask.options.forEach(({ word }, place) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    ;(at >= 0 ? named : others).push(place)
  })
  return keeps ? others : named
}

/** Mark what is pointed at, for as long as the screen changes; the returned function ends it. */
export function pointAt(selectors: string[], within: ParentNode = document): () => void {
  if (!selectors.length) return () => undefined
  const all = selectors.join(',')
  let waiting = 0
  const mark = (): void => {
    waiting = 0
    const wanted = new Set(within.querySelectorAll<HTMLElement>(all))
    for (const old of within.querySelectorAll<HTMLElement>('[data-pointed]')) if (!wanted.has(old)) delete old.dataset['pointed']
    for (const each of wanted) each.dataset['pointed'] = ''
  }
  mark()
  const observer = new MutationObserver(() => {
    waiting ||= requestAnimationFrame(mark)
  })
  observer.observe(within as Node, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-place', 'data-card'] })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(waiting)
    for (const old of within.querySelectorAll<HTMLElement>('[data-pointed]')) delete old.dataset['pointed']
  }
}
