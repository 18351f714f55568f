// The almanac that a visitor looks at: loaded when it is opened, and what of it is chosen.
import { getAlmanac, type AlmanacFile, type ChoiceTable, type Sort } from './almanac'

/** The tables of the almanac. */
export type AlmanacTable = 'cards' | ChoiceTable
export const TABLES: readonly AlmanacTable[] = ['cards', 'strategies', 'starts', 'actions', 'seats']

class Almanac {
  file = $state.raw<AlmanacFile | null>(null)
  /** The owner of the file, also if it has none; empty while none is there. */
  game = $state('')
  failed = $state(false)
  /** One mode, or empty for all. */
  mode = $state('')
  /** A number of players, or 0 for all. */
  players = $state(0)
  sort = $state<Sort>('used')
  down = $state(true)
  /** The chosen values of facets. */
  wanted = $state<Record<string, string>>({})
  private loading = ''

  async load(game: string): Promise<void> {
    if (this.loading === game) return
    this.loading = game
    this.failed = false
    try {
      const file = await getAlmanac(game)
      if (this.loading !== game) return
      this.file = file
      this.game = game
      if (file && this.mode && !(this.mode in file.modes)) this.mode = ''
      if (file && !this.mode) this.mode = Object.keys(file.modes)[0] ?? ''
      this.players = 0
      this.wanted = {}
    } catch {
      this.loading = ''
      this.failed = true
    }
  }

  /** Sort by a column; by the same one again, the other way round. */
  sortBy(column: Sort): void {
    this.down = this.sort === column ? !this.down : column !== 'name' && column !== 'round'
    this.sort = column
  }
}

export const almanac = new Almanac()
