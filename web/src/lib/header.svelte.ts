// The bar of the page: what a view adds to it.
import type { Snippet } from 'svelte'

class Header {
  extra = $state.raw<Snippet | null>(null)
}

export const header = new Header()
