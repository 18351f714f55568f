// The clicks and keys that may answer a question: only those that began at it, and only once somebody can have seen it.
//
// The second half of a double click, a key that is held down, or a click that was meant for what lay there a moment
// before would otherwise answer a question that nobody has read.

/** The time after a question has appeared in which nothing answers it, in milliseconds: nobody reads faster. */
export const UNREAD_MS = 250
/** Taps this close in time and place belong together; browsers count clicks of a mouse, but not always taps. */
const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 24
/** Keys that do something at the table, which holding them down must not do twice. */
const ACTING_KEYS = /^([0-9]|enter| |[cnu])$/

/** The parts of a MouseEvent or PointerEvent that are needed. */
export interface PointerGesture {
  type: string
  timeStamp: number
  /** The number of clicks in a row; 0 for one that was made by a key or a program. */
  detail: number
  clientX: number
  clientY: number
  pointerType?: string
}

/** The parts of a KeyboardEvent that are needed. */
export interface KeyGesture {
  type: string
  timeStamp: number
  key: string
  repeat: boolean
}

export class GestureGuard {
  /** The thing in front of the player, such as the number of a question. */
  private subject = ''
  private shownAt = -Infinity
  /** The subject at the last time a pointer went down. */
  private pressedOn: string | null = null
  /** The subject at the beginning of the current gesture: of the first click, if several belong together. */
  private beganOn: string | null = null
  private gestureAt = -Infinity
  private lastClick: PointerGesture | null = null
  /** Whether the last gesture was made by a finger. */
  isTouch = false
  private isPressedByTouch = false

  /** Something else may be in front of the player now. */
  show(subject: string, now: number): void {
    if (subject === this.subject) return
    this.subject = subject
    this.shownAt = now
  }

  /** Take note of a gesture before anything acts on it; false if nothing must: a key that is held down. */
  note(gesture: PointerGesture | KeyGesture): boolean {
    if ('key' in gesture) {
      if (gesture.repeat) return !ACTING_KEYS.test(gesture.key.toLowerCase())
      this.isTouch = false
      this.begin(gesture.timeStamp, this.subject)
    } else if (gesture.type === 'pointerdown') {
      this.pressedOn = this.subject
      this.isPressedByTouch = gesture.pointerType === 'touch'
    } else {
      // Not every browser says with a click what made it; it does with the press before it.
      this.isTouch =
        gesture.detail > 0 && (gesture.pointerType ? gesture.pointerType === 'touch' : this.isPressedByTouch)
      this.click(gesture)
    }
    return true
  }

  private click(click: PointerGesture): void {
    const last = this.lastClick
    const isDoubleTap =
      last !== null &&
      click.pointerType !== 'mouse' &&
      click.timeStamp - last.timeStamp < DOUBLE_TAP_MS &&
      Math.hypot(click.clientX - last.clientX, click.clientY - last.clientY) < DOUBLE_TAP_PX
    if (click.detail === 0) this.begin(click.timeStamp, this.subject)
    else {
      if (click.detail > 1 || isDoubleTap) this.gestureAt = click.timeStamp
      else this.begin(click.timeStamp, this.pressedOn ?? this.subject)
      this.lastClick = click
      this.pressedOn = null
    }
  }

  private begin(time: number, subject: string): void {
    this.gestureAt = time
    this.beganOn = subject
  }

  /** Whether the last gesture came after its player can have seen what is in front of him. */
  get isSeen(): boolean {
    return this.gestureAt - this.shownAt >= UNREAD_MS
  }

  /** Whether the last gesture may answer what is in front of the player. */
  get accepts(): boolean {
    return this.isSeen && this.beganOn === this.subject
  }
}
