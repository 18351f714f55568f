/** Scroll a hand that is swiped to its first card that can be chosen, unless one is in sight; return how to call it off. */
export function scrollToOptions(swiped: HTMLElement): () => void {
  const frame = requestAnimationFrame(() => {
    const box = swiped.getBoundingClientRect()
    const open = [...swiped.querySelectorAll('[data-option]')]
    const isInSight = (card: Element): boolean => {
      const { left, right } = card.getBoundingClientRect()
      return left >= box.left - 1 && right <= box.right + 1
    }
    if (!open.some(isInSight)) open[0]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' })
  })
  return () => cancelAnimationFrame(frame)
}
