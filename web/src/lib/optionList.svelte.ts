// The options of the question as the table lists them, and the digits that choose them.
import type { OptionInfo } from '../protocol'
import type { GameView } from '../games'
import type { Choice } from './choice.svelte'
import { digitLabels } from './digits'
import { listOptions, type ListedOption } from './listing'
import { plain } from './text'

/** The maximum length of the words of an option that stands by the button. */
const MAX_LETTERS_BY_BUTTON = 30
const MAX_BY_BUTTON = 2

export class OptionList {
  private readonly choice: Choice
  private readonly game: GameView
  private readonly listing = $derived.by(() => {
    const { ask, focus } = this.choice
    return listOptions(ask, {
      isHeld: (option: OptionInfo) => this.game.isHeld?.(option) ?? false,
      groupOf: (option: OptionInfo) => this.game.group?.(option) ?? '',
      filter: ({ target }: OptionInfo) => !focus || !target || [target.name, target.other].includes(focus),
    })
  })
  /** The keys for the options, in the order of `indexes`. */
  readonly labels: string[] = $derived(digitLabels(this.listing.indexes.length))
  /** Whether what points to nothing stands by the button: a word or two, such as to pass. */
  private readonly isByButton = $derived.by(() => {
    const { loose } = this.listing
    return (
      loose.length <= MAX_BY_BUTTON && loose.every(({ option }) => plain(option.title).length < MAX_LETTERS_BY_BUTTON)
    )
  })
  /** The options by the button, with the digit of each. */
  readonly loose = $derived(
    this.isByButton ? this.listing.loose.map((row) => ({ row, digit: this.digitOf(row.optionIndex) })) : [],
  )
  /** The options in lists, by heading. */
  readonly groups: [string, ListedOption[]][] = $derived.by(() => {
    const { groups, loose } = this.listing
    return this.isByButton || !loose.length ? groups : [...groups, ['', loose]]
  })

  constructor(choice: Choice, game: GameView) {
    this.choice = choice
    this.game = game
    // Cards in hand show their digits too.
    $effect.pre(() => {
      choice.digits = new Map(this.indexes.map((optionIndex) => [optionIndex, this.digitOf(optionIndex)]))
    })
  }

  /** The indexes of the options, in the order in which they are shown. */
  get indexes(): number[] {
    return this.listing.indexes
  }

  readonly digitOf = (optionIndex: number): string => this.labels[this.indexes.indexOf(optionIndex)] ?? ''
}
