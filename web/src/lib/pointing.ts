// Showing where something is: parts of the screen carry marks such as `data-card="Gem World"`, which lessons name.
import type { Ask, Coach } from '../protocol'
import { indexesOf } from './answer'

/** The parts that a lesson points at: `kind` or `kind:name`, as selectors. */
export function selectorOf(point: string): string {
  const [kind = '', ...rest] = point.split(':')
  return rest.length ? `[data-${kind}="${rest.join(':').replaceAll('"', '\\"')}"]` : `[data-${kind}]`
}

/**
 * The indexes of the options to click for the first answer that a lesson takes and the question offers in full; none
 * where any will do. The one that is offered may depend on the player's choices before.
 */
export function wantedIndexes(coach: Coach, ask: Ask | null, keeps: boolean): number[] {
  if (!ask || coach.prompt !== ask.prompt) return []
  for (const tokens of coach.accept ?? []) {
    const named = indexesOf(ask, tokens)
    if (named.length === tokens.length)
      return ask.options
        .map((_, optionIndex) => optionIndex)
        .filter((optionIndex) => named.includes(optionIndex) !== keeps)
  }
  return []
}

/** Scroll every strip and page around some elements so that they are in sight; where not all can be, the first is. */
function reveal(elements: HTMLElement[]): void {
  for (const element of [...elements].reverse())
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
}

/** Mark what is pointed at and bring it into sight, for as long as the screen changes; the returned function ends it. */
export function pointAt(selectors: string[], within: ParentNode = document): () => void {
  if (!selectors.length) return () => undefined
  const all = selectors.join(',')
  let marking = 0
  let revealing = 0
  let fresh: HTMLElement[] = []
  /** After two frames: the cards are laid out by measurements of the first. */
  const show = (elements: HTMLElement[]): void => {
    fresh.push(...elements)
    if (!fresh.length) return
    cancelAnimationFrame(revealing)
    revealing = requestAnimationFrame(() => {
      revealing = requestAnimationFrame(() => {
        reveal(fresh.filter(({ isConnected }) => isConnected))
        fresh = []
      })
    })
  }
  const mark = (): void => {
    marking = 0
    const wanted = new Set(within.querySelectorAll<HTMLElement>(all))
    for (const old of within.querySelectorAll<HTMLElement>('[data-pointed]'))
      if (!wanted.has(old)) delete old.dataset['pointed']
    const added = [...wanted].filter(({ dataset }) => dataset['pointed'] === undefined)
    for (const element of added) element.dataset['pointed'] = ''
    show(added)
  }
  const showAll = (): void => show([...within.querySelectorAll<HTMLElement>('[data-pointed]')])
  mark()
  const observer = new MutationObserver(() => {
    marking ||= requestAnimationFrame(mark)
  })
  observer.observe(within, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-option', 'data-card'],
  })
  addEventListener('resize', showAll)
  return () => {
    observer.disconnect()
    removeEventListener('resize', showAll)
    cancelAnimationFrame(marking)
    cancelAnimationFrame(revealing)
    for (const old of within.querySelectorAll<HTMLElement>('[data-pointed]')) delete old.dataset['pointed']
  }
}
