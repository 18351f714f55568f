// Whether a table fills the window: it then has a bar of its own, and the page has none.
class Frame {
  on = $state(false)
}

export const frame = new Frame()

/** For as long as a component lives: the window is the table's. */
export function fillWindow(): void {
  $effect(() => {
    frame.on = true
    return () => (frame.on = false)
  })
}
