// Which games there is advice for where this page has its tables: hints while one plays, reviews afterwards.
import { getGames } from './api'

class Advised {
  private games = $state.raw<ReadonlySet<string>>(new Set())
  private asked = false

  /** Whether there are hints and reviews for a game. */
  has(game: string): boolean {
    if (!this.asked) {
      this.asked = true
      getGames().then(
        ({ games }) => (this.games = new Set(games.filter(({ advice }) => advice).map((each) => each.game))),
        () => (this.asked = false),
      )
    }
    return this.games.has(game)
  }
}

export const advised = new Advised()
