// An answer in the making: which options of the question are chosen. The server decides which answers are legal; here
// is only what the question itself says, how many and of what.
import type { Ask, OptionInfo, Text } from '../protocol'
import { t } from './i18n.svelte'
import { isComplete, indexesOf, planAnswer, tokensOf, type Plan } from './answer'
import { inWords } from './text'

/** The reactions to a player's pick: see `AnswerFlow`. */
export interface Picker {
  pick(optionIndex: number): void
  pickTokens(tokens: string[]): void
  /** Whether the click or key that is being handled may do something for the question that is shown. */
  readonly accepts: boolean
}

/** The choice for a question that is out of sight, such as while something moves on the table. */
interface Kept {
  number: number
  options: number
  chosen: number[]
  changed: boolean
}

/** A move that a player has begun on the table, such as a ship that is taken up: it is asked about in place of the question. */
interface Aside {
  question: Text
  under: Text
  /** The way to give it up, and the words on its button. */
  back: string
  onback: () => void
}

export class Choice {
  ask = $state.raw<Ask | null>(null)
  /** Indexes in `ask.options`, in the order in which they were chosen. */
  chosen = $state<number[]>([])
  /** Why the last thing that was pointed at cannot be chosen. */
  reason = $state.raw<Text>([])
  /** The index of the option that is pointed at, so that what it is about can be shown; -1 for none. */
  pointed = $state(-1)
  /** The target to which the list of options is narrowed down; empty for everything. */
  focus = $state('')
  /** The move that has been begun on the table, and can be given up; null for nothing. */
  aside = $state.raw<Aside | null>(null)
  /** The digits that choose each option, by its index. */
  digits = $state.raw<ReadonlyMap<number, string>>(new Map())
  /** The digits typed so far of an option that is not named in full yet. */
  typed = $state('')

  /** The way to answer this question with the fewest clicks. */
  private plan = $state.raw<Plan | null>(null)
  /** The player has chosen something, or taken it back. */
  private changed = $state(false)
  private kept: Kept | null = null
  /** Where nobody answers, as in a replay, there is none. */
  private readonly picker: Picker | null

  constructor(picker: Picker | null = null) {
    this.picker = picker
  }

  /** Take over a question; what was chosen is kept only if the question is the same, also after it was out of sight. */
  set(ask: Ask | null): void {
    if (this.ask)
      this.kept = {
        number: this.ask.number,
        options: this.ask.options.length,
        chosen: this.chosen,
        changed: this.changed,
      }
    const { kept } = this
    const wasShown = this.ask !== null
    this.ask = ask
    this.plan = ask && planAnswer(ask)
    if (ask && kept && kept.number === ask.number && kept.options === ask.options.length) {
      this.chosen = kept.chosen
      this.changed = kept.changed
      if (wasShown) return
    } else {
      this.chosen = this.plan?.laid ?? []
      this.changed = false
    }
    this.reason = []
    this.pointed = -1
    this.focus = ''
    this.aside = null
    this.typed = ''
  }

  /** A player picks an option; what comes of it is for the table to say. */
  pick(optionIndex: number): void {
    this.picker?.pick(optionIndex)
  }

  /** A player picks a whole answer by its tokens. */
  pickTokens(tokens: string[]): void {
    this.picker?.pickTokens(tokens)
  }

  get accepts(): boolean {
    return this.picker?.accepts ?? false
  }

  get single(): boolean {
    return this.ask !== null && (this.ask.kind === 'one' || this.most === 1)
  }

  /** The chosen options are kept, and the rest is the answer. */
  get keeps(): boolean {
    return this.plan?.keeps ?? false
  }

  get least(): number {
    return this.plan?.least ?? 0
  }

  get most(): number {
    return this.plan?.most ?? 0
  }

  get ready(): boolean {
    return this.ask !== null && this.chosen.length >= this.least && this.chosen.length <= this.most
  }

  /** Whether nothing can be added to the answer, so that it may be sent at once. */
  get complete(): boolean {
    return this.plan !== null && isComplete(this.plan, this.chosen, this.changed)
  }

  /** Whether the answer that is laid out need not be asked for. */
  get sure(): boolean {
    return this.ask !== null && this.ask.sure && this.ready
  }

  has(optionIndex: number): boolean {
    return this.chosen.includes(optionIndex)
  }

  toggle(optionIndex: number): void {
    const { ask } = this
    if (!ask || !ask.options[optionIndex]) return
    this.reason = []
    this.changed = true
    if (this.has(optionIndex)) this.chosen = this.chosen.filter((each) => each !== optionIndex)
    else if (this.single) this.chosen = [optionIndex]
    else if (this.chosen.length >= this.most) this.reason = inWords(t('ask.enough', { n: this.most }))
    else this.chosen = [...this.chosen, optionIndex]
  }

  /** Choose a whole answer by its tokens. */
  take(tokens: string[]): void {
    const { ask, keeps } = this
    if (!ask) return
    const indexes = indexesOf(ask, tokens)
    this.reason = []
    this.chosen = ask.options
      .map((_, optionIndex) => optionIndex)
      .filter((optionIndex) => indexes.includes(optionIndex) !== keeps)
  }

  /** Begin again, after an answer that was refused; what was held before is still to be kept. */
  clear(): void {
    this.chosen = this.plan?.keeps ? this.plan.laid : []
  }

  /** Unchoose everything but some options. */
  retain(indexes: number[]): void {
    this.chosen = this.chosen.filter((optionIndex) => indexes.includes(optionIndex))
  }

  tokens(): string[] {
    return this.ask && this.plan ? tokensOf(this.ask, this.plan, this.chosen) : []
  }

  /** The indexes of the options that point to a thing. */
  indexesOf(test: (option: OptionInfo) => boolean): number[] {
    return this.ask?.options.flatMap((option, optionIndex) => (test(option) ? [optionIndex] : [])) ?? []
  }

  /** The reason why a thing is not offered; empty if there is none. */
  whyNot(kind: string, name: string): Text {
    return this.ask?.why_not.find((each) => each.kind === kind && each.name === name)?.text ?? []
  }
}
