// An answer in the making: which options of the question are chosen. What is legal is for the server to say;
// here is only what the question itself says, how many and of what.
import type { Ask, OptionInfo, Text } from '../protocol'
import { t } from './i18n.svelte'
import { isComplete, placesOf, planAnswer, wordsOf, type Plan } from './answer'
import { inWords } from './text'

export class Choice {
  ask = $state.raw<Ask | null>(null)
  /** Places in `ask.options`, in the order in which they were chosen. */
  chosen = $state<number[]>([])
  /** Why the last thing that was pointed at cannot be chosen. */
  reason = $state.raw<Text>([])
  /** The place of the option that is pointed at, so that what it is about can be shown; -1 for none. */
  pointed = $state(-1)

  /** How this question is answered with the fewest clicks. */
  private plan = $state.raw<Plan | null>(null)
  /** The player has chosen something, or taken it back. */
  private changed = $state(false)

  /** Take over a question; what was chosen is kept only if the question is the same. */
  set(ask: Ask | null, mayKeep = false): void {
    const same = ask && this.ask && ask.number === this.ask.number && ask.options.length === this.ask.options.length
    this.ask = ask
    this.plan = ask && planAnswer(ask, mayKeep)
    if (!same) {
      this.chosen = this.plan?.laid ?? []
      this.changed = false
      this.reason = []
      this.pointed = -1
    }
  }

  get single(): boolean {
    return this.ask !== null && (this.ask.kind === 'one' || this.most === 1)
  }

  /** What is chosen is kept, and the rest is the answer. */
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

  has(place: number): boolean {
    return this.chosen.includes(place)
  }

  toggle(place: number): void {
    const { ask } = this
    if (!ask || !ask.options[place]) return
    this.reason = []
    this.changed = true
    if (this.has(place)) this.chosen = this.chosen.filter((each) => each !== place)
    else if (this.single) this.chosen = [place]
    else if (this.chosen.length >= this.most) this.reason = inWords(t('ask.enough', { n: this.most }))
    else this.chosen = [...this.chosen, place]
  }

  /** Choose a whole answer by its words. */
  take(words: string[]): void {
    const { ask, keeps } = this
    if (!ask) return
    const places = placesOf(ask, words)
    this.reason = []
    this.chosen = ask.options.map((_, place) => place).filter((place) => places.includes(place) !== keeps)
  }

  /** Begin again, after an answer that was refused. */
  clear(): void {
    this.chosen = []
  }

  words(): string[] {
    return this.ask && this.plan ? wordsOf(this.ask, this.plan, this.chosen) : []
  }

  /** The places of the options that point to a thing. */
  places(test: (option: OptionInfo) => boolean): number[] {
    return this.ask?.options.flatMap((option, place) => (test(option) ? [place] : [])) ?? []
  }

  /** The reason why a thing is not offered; empty if there is none. */
  whyNot(kind: string, name: string): Text {
    return this.ask?.why_not.find((each) => each.kind === kind && each.name === name)?.text ?? []
  }
}
