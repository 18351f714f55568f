// Tabs by keys, as the ARIA practices have it: one of them has the focus, the arrows go to the next.

/** Return which of `count` tabs a key leads to from `current`; null if it leads nowhere. */
export function tabFor(key: string, current: number, count: number): number | null {
  if (!count) return null
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** Handle a key on a list of tabs: `onselect` shows the tab, which gets the focus. */
export function onTabKey(event: KeyboardEvent, current: number, onselect: (index: number) => void): void {
  const tabs = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')]
  const next = tabFor(event.key, current, tabs.length)
  if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  onselect(next)
  tabs[next]?.focus()
}
