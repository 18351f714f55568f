// The life of an answer at the table: a question arrives, options are picked, the answer is sent, taken or refused.
//
// It is sent where the player completes or confirms it; one that need not be asked for (`Ask.sure`) is sent when its
// question arrives. Everything is keyed by the number of the question, so that nothing late acts on a later one.
import type { Ask, Coach } from '../protocol'
import { Choice, type Picker } from './choice.svelte'
import type { Reply, Command } from './connection'
import { wantedIndexes } from './pointing'
import { typeDigit } from './digits'
import { GestureGuard, UNREAD_MS, type KeyGesture, type PointerGesture } from './gestures'

/** The sender of commands: a room. */
export interface Sender {
  send(command: Command): Promise<Reply>
  /** Forget the last refusal: it was of something that the player has not done. */
  clearError(): void
}

export interface FlowSettings {
  sender: Sender
  /** Whether every answer waits for the button. */
  confirms: () => boolean
  /** Whether a finger that picks an option of this question must pick it again to send it. */
  tapsTwice?: (ask: Ask) => boolean
  /** The player has decided something that is about to be sent. */
  ondecide?: () => void
  now?: () => number
}

/** The part of the table that is shown to the player. */
export interface Shown {
  ask: Ask | null
  coach: Coach | null
  canUndo: boolean
}

const NONE = -1

export class AnswerFlow implements Picker {
  readonly choice = new Choice(this)
  /** The words of the lesson. */
  coach = $state.raw<Coach | null>(null)
  canUndo = $state(false)
  /** Whether what is shown has been there long enough to be answered. */
  settled = $state(false)
  /** The question whose answer is on its way, or was taken. */
  private sent = $state(NONE)
  /** Whether what is chosen waits for a second tap. */
  awaitsTap = $state(false)
  private undoing = $state(false)
  private turning = $state(false)
  /** The last answer was refused or undone: nothing is sent that the player has not done. */
  private wary = false
  private readonly guard = new GestureGuard()
  private timer: ReturnType<typeof setTimeout> | undefined
  private subject = ''
  private readonly settings: FlowSettings
  private readonly now: () => number

  constructor(settings: FlowSettings) {
    this.settings = settings
    this.now = settings.now ?? (() => performance.now())
  }

  /** Whether a command of the player is on its way. */
  get busy(): boolean {
    return this.undoing || this.turning || this.isSent
  }

  /** Whether the question that is shown has been answered. */
  private get isSent(): boolean {
    return this.choice.ask !== null && this.choice.ask.number === this.sent
  }

  /** Take note of a click, a press or a key; false if nothing must act on it. */
  note(gesture: PointerGesture | KeyGesture): boolean {
    return this.guard.note(gesture)
  }

  get accepts(): boolean {
    return this.guard.accepts
  }

  /** Show a question, or that there is none; the same one may come several times. */
  show({ ask, coach, canUndo }: Shown): void {
    this.choice.set(ask)
    this.coach = coach
    this.canUndo = canUndo
    const subject = `${ask?.number ?? ''}/${coach?.step ?? ''}`
    if (subject !== this.subject) {
      this.subject = subject
      this.awaitsTap = false
      this.guard.show(subject, this.now())
      this.settled = false
      clearTimeout(this.timer)
      this.timer = setTimeout(() => (this.settled = true), UNREAD_MS)
    }
    // In a lesson the player does everything that the steps speak of.
    if (this.choice.sure && !this.settings.confirms() && !this.wary && !coach && !this.busy) void this.send(true)
  }

  /**
   * Choose an option, or no longer; an answer that is complete by it is sent, unless every answer waits for the button.
   * On a touch screen an option of some questions is sent by a second tap.
   */
  pick(optionIndex: number): void {
    const { choice, guard, settings } = this
    if (this.busy || !guard.accepts) return
    const tapsTwice = guard.isTouch && choice.ask !== null && (settings.tapsTwice?.(choice.ask) ?? false)
    if (tapsTwice && choice.single && choice.has(optionIndex)) {
      void this.send(false)
      return
    }
    choice.toggle(optionIndex)
    this.awaitsTap = tapsTwice && choice.single && choice.ready
    if (!tapsTwice) this.sendComplete()
  }

  /**
   * Take a digit of the label of an option, and choose that option once its label is complete. A digit that was typed
   * before the question could be seen is no part of a label: the next one would complete it to a wrong answer.
   *
   * @param labels What is typed for the options, in the order in which they are shown.
   * @param optionIndexes The indexes of these options in the question.
   */
  typeDigit(digit: string, labels: string[], optionIndexes: number[]): void {
    if (this.busy || !this.guard.accepts) return
    const { typed, chosen } = typeDigit(this.choice.typed, digit, labels)
    const optionIndex = optionIndexes[chosen]
    this.choice.typed = typed
    if (optionIndex !== undefined) this.pick(optionIndex)
  }

  /** Choose a whole answer by its tokens, such as the one that a hint names. */
  pickTokens(tokens: string[]): void {
    if (this.busy || !this.guard.accepts) return
    this.choice.take(tokens)
    this.sendComplete()
  }

  /** Send what is chosen. */
  confirm(): void {
    if (!this.busy && this.guard.accepts && this.choice.ready) void this.send(false)
  }

  /** Take the last answer back. Several in a row are meant as they are, if their player sees what each has done. */
  async undo(): Promise<void> {
    if (!this.canUndo || this.undoing || this.turning || !this.guard.isSeen) return
    this.wary = true
    this.undoing = true
    try {
      await this.settings.sender.send({ type: 'undo' })
    } finally {
      this.undoing = false
    }
  }

  /** Turn to the next step of the lesson, if it waits for that. */
  async next(): Promise<void> {
    if (this.coach?.waits !== 'next' || this.busy || !this.guard.accepts) return
    this.turning = true
    try {
      await this.settings.sender.send({ type: 'next' })
    } finally {
      this.turning = false
    }
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private sendComplete(): void {
    if (this.choice.complete && !this.settings.confirms()) void this.send(false)
  }

  private async send(unasked: boolean): Promise<void> {
    const { ask } = this.choice
    if (!ask) return
    const { sender, ondecide } = this.settings
    if (!ask.sure) ondecide?.()
    this.wary = false
    this.awaitsTap = false
    this.sent = ask.number
    const reply = await sender.send({ type: 'answer', ask: ask.number, words: this.choice.tokens() })
    if (reply.type === 'refused') this.refused(ask.number, reply.code, unasked)
  }

  /** An answer was refused; it may be the answer to an earlier question than the one that is shown. */
  private refused(number: number, code: string, unasked: boolean): void {
    // Somebody else was faster, such as the same player in another tab.
    if (unasked && code === 'stale') this.settings.sender.clearError()
    if (this.sent !== number) return
    this.sent = NONE
    if (this.choice.ask?.number !== number) return
    this.wary = true
    const { ask, keeps } = this.choice
    // A lesson takes back only what it does not want.
    if (code === 'lesson' && this.coach && ask) this.choice.retain(wantedIndexes(this.coach, ask, keeps))
    else this.choice.clear()
  }
}
