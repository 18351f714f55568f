// An answer in the making: which options of the question are chosen. What is legal is for the server to say;
// here is only what the question itself says, how many and of what.
import type { Ask, OptionInfo, Text } from '../protocol'
import { t } from './i18n.svelte'
import { inWords } from './text'

export class Choice {
  ask = $state.raw<Ask | null>(null)
  /** Places in `ask.options`, in the order in which they were chosen. */
  chosen = $state<number[]>([])
  /** Why the last thing that was pointed at cannot be chosen. */
  reason = $state.raw<Text>([])
  /** The place of the option that is pointed at, so that what it is about can be shown; -1 for none. */
  pointed = $state(-1)

  /** Take over a question; what was chosen is kept only if the question is the same. */
  set(ask: Ask | null): void {
    const same = ask && this.ask && ask.number === this.ask.number && ask.options.length === this.ask.options.length
    this.ask = ask
    if (!same) {
      this.chosen = []
      this.reason = []
      this.pointed = -1
    }
  }

  get single(): boolean {
    return this.ask !== null && (this.ask.kind === 'one' || this.ask.most === 1)
  }

  get ready(): boolean {
    const { ask } = this
    return ask !== null && this.chosen.length >= ask.least && this.chosen.length <= ask.most
  }

  /** Whether nothing can be added to the answer, so that it may be sent at once. */
  get complete(): boolean {
    const { ask, chosen } = this
    return ask !== null && chosen.length > 0 && chosen.length === ask.most && (this.single || ask.least === ask.most)
  }

  has(place: number): boolean {
    return this.chosen.includes(place)
  }

  toggle(place: number): void {
    const { ask } = this
    if (!ask || !ask.options[place]) return
    this.reason = []
    if (this.has(place)) this.chosen = this.chosen.filter((each) => each !== place)
    else if (this.single) this.chosen = [place]
    else if (this.chosen.length >= ask.most) this.reason = inWords(t('ask.enough', { n: ask.most }))
    else this.chosen = [...this.chosen, place]
  }

  /** Begin again, after an answer that was refused. */
  clear(): void {
    this.chosen = []
  }

  words(): string[] {
    return [...this.chosen].sort((a, b) => a - b).map((place) => this.ask?.options[place]?.word ?? '')
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
