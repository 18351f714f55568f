// Whether a table fills the window: it then has a bar of its own, and the page has none.
class Immersion {
  on = $state(false)
}

export const immersion = new Immersion()

/** For as long as a component lives: the window is the table's. */
export function fillWindow(): void {
  $effect(() => {
    immersion.on = true
    return () => (immersion.on = false)
  })
}
