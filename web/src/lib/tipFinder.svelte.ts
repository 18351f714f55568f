// The tip for the question that is asked; its game loads the list only where tips are wanted.
import type { Ask } from '../protocol'
import type { GameView } from '../games'
import { settings } from './settings.svelte'
import { tipFor, type Tip, type Tips } from './tips'

export class TipFinder {
  private tips = $state.raw<Tips>([])
  readonly tip: Tip | null = $derived.by(() =>
    settings.tips && this.game() ? tipFor(this.tips, this.ask(), settings.known) : null,
  )
  /** None for a visitor who wants no explanations. */
  private readonly game: () => GameView | null
  private readonly ask: () => Ask | null

  constructor(game: () => GameView | null, ask: () => Ask | null) {
    this.game = game
    this.ask = ask
    $effect(() => {
      if (settings.tips)
        this.game()
          ?.tips?.()
          .then(
            (loaded) => (this.tips = loaded.default),
            () => undefined,
          )
    })
  }
}
