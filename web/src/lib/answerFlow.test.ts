import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ask, Coach } from '../protocol'
import type * as module from './answerFlow.svelte'
import type { Reply, Command } from './connection'
import { digitLabels } from './digits'
import { UNREAD_MS } from './gestures'

// The settings that a test needs of a browser.
vi.stubGlobal('navigator', { language: 'en-US' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

let AnswerFlow: typeof module.AnswerFlow
beforeAll(async () => {
  ;({ AnswerFlow } = await import('./answerFlow.svelte'))
}, 60_000)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A room that keeps what it is sent until the test replies. */
class FakeRoom {
  sent: Command[] = []
  cleared = 0
  private readonly replies: ((reply: Reply) => void)[] = []

  send(command: Command): Promise<Reply> {
    this.sent.push(command)
    return new Promise((resolve) => this.replies.push(resolve))
  }

  clearError(): void {
    this.cleared += 1
  }

  /** Reply to a command by its index among those sent. */
  async take(index: number): Promise<void> {
    this.replies[index]?.({ type: 'done', id: String(index) } as Reply)
    await vi.advanceTimersByTimeAsync(0)
  }

  async refuse(index: number, code = 'illegal'): Promise<void> {
    this.replies[index]?.({ type: 'refused', id: String(index), code, words: '', reason: '' })
    await vi.advanceTimersByTimeAsync(0)
  }

  /** The answers sent, as question and words. */
  get answers(): [number, string[]][] {
    return this.sent.flatMap((command) =>
      command.type === 'answer' ? [[command.ask, command.words] as [number, string[]]] : [],
    )
  }
}

function one(number: number, words = ['a', 'b', 'c']): Ask {
  const options = words.map((word) => ({ word, title: [], detail: [], price: '', target: null }))
  return {
    about: '',
    domain: '',
    kind: 'one',
    least: 1,
    most: 1,
    number,
    options,
    prompt: '',
    seat: 0,
    text: [],
    totals: [],
    why_not: [],
    suggested: [],
    sure: false,
    keeps: false,
    pays: false,
    held: [],
  }
}
const some = (number: number, least: number, most: number, more: Partial<Ask> = {}): Ask => ({
  ...one(number),
  kind: 'some',
  least,
  most,
  ...more,
})
const sure = (number: number): Ask => some(number, 1, 1, { suggested: ['b'], sure: true })
const step = (number: number, waits: Coach['waits']): Coach => ({
  lesson: 'x',
  step: number,
  steps: 9,
  waits,
  say: [],
  title: '',
})

/** A table with a player at it, whose clicks and keys come with the times and places of real ones. */
function seat(settings: { confirms?: boolean; tapsTwice?: boolean } = {}) {
  const room = new FakeRoom()
  let decided = 0
  const flow = new AnswerFlow({
    sender: room,
    confirms: () => settings.confirms ?? false,
    tapsTwice: () => settings.tapsTwice ?? false,
    ondecide: () => (decided += 1),
    now: () => Date.now(),
  })
  const show = (ask: Ask | null, more: Partial<module.Shown> = {}): void =>
    flow.show({ ask, coach: null, canUndo: false, ...more })
  const pass = (ms: number): void => void vi.advanceTimersByTime(ms)
  const press = (x = 0): void =>
    void flow.note({ type: 'pointerdown', timeStamp: Date.now(), detail: 0, clientX: x, clientY: 0 })
  const release = (detail = 1, x = 0, pointerType = 'mouse'): void =>
    void flow.note({ type: 'click', timeStamp: Date.now(), detail, clientX: x, clientY: 0, pointerType })
  /** Click on something at `x`, as the click `detail` in a row. */
  const click = (act: () => void, detail = 1, x = 0): void => {
    press(x)
    release(detail, x)
    act()
  }
  const tap = (act: () => void, x = 0): void => {
    press(x)
    release(1, x, 'touch')
    act()
  }
  /** Press a key; `act` is what the page does unless it is swallowed. */
  const key = (name: string, act: () => void, repeat = false): void => {
    if (flow.note({ type: 'keydown', timeStamp: Date.now(), key: name, repeat })) act()
  }
  /** Show a question, and let its player read it. */
  const ask = (shown: Ask | null, more: Partial<module.Shown> = {}): void => {
    show(shown, more)
    pass(1000)
  }
  return { room, flow, choice: flow.choice, show, ask, pass, press, release, click, tap, key, decided: () => decided }
}

describe('an answer', () => {
  test('of one option is sent with the click', () => {
    const { room, flow, ask, click } = seat()
    ask(one(41))
    click(() => flow.pick(1))
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('of several is sent with the last of them', () => {
    const { room, flow, ask, click, pass } = seat()
    ask(some(41, 2, 2))
    click(() => flow.pick(2), 1, 300)
    expect(room.answers).toEqual([])
    pass(100)
    click(() => flow.pick(0), 1, 500)
    expect(room.answers).toEqual([[41, ['a', 'c']]])
  })

  test('to which something can be added waits for the button', () => {
    const { room, flow, ask, click } = seat()
    ask(some(41, 0, 2))
    click(() => flow.pick(2))
    expect(room.answers).toEqual([])
    click(() => flow.confirm(), 1, 300)
    expect(room.answers).toEqual([[41, ['c']]])
  })

  test('waits for the button where the player wants to confirm every one', () => {
    const { room, flow, ask, click } = seat({ confirms: true })
    ask(one(41))
    click(() => flow.pick(1))
    expect(room.answers).toEqual([])
    click(() => flow.confirm(), 1, 300)
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('that is not complete cannot be confirmed', () => {
    const { room, flow, ask, click } = seat()
    ask(some(41, 2, 2))
    click(() => flow.pick(1))
    click(() => flow.confirm(), 1, 300)
    expect(room.answers).toEqual([])
  })

  test('is sent once, however often its question is shown or picked again', () => {
    const { room, flow, ask, click } = seat()
    ask(one(41))
    click(() => flow.pick(1))
    ask(one(41))
    click(() => flow.pick(2), 1, 300)
    click(() => flow.confirm(), 1, 600)
    expect(room.answers).toEqual([[41, ['b']]])
    expect(flow.busy).toBe(true)
  })

  test('taken from a hint is sent with the click', () => {
    const { room, flow, ask, click } = seat()
    ask(some(41, 2, 2))
    click(() => flow.pickTokens(['a', 'b']))
    expect(room.answers).toEqual([[41, ['a', 'b']]])
  })

  test('counts as a decision, but not one that need not be asked for', () => {
    const { flow, ask, click, decided } = seat()
    ask(sure(40))
    expect(decided()).toBe(0)
    ask(one(41))
    click(() => flow.pick(1))
    expect(decided()).toBe(1)
  })
})

describe('a double click', () => {
  test('answers one question, not the next one too', () => {
    const { room, flow, show, ask, click, pass } = seat()
    ask(one(41))
    click(() => flow.pick(1), 1)
    pass(30)
    show(one(42))
    pass(130)
    click(() => flow.pick(1), 2)
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('that is slow answers one question, too', () => {
    const { room, flow, show, ask, click, pass } = seat()
    ask(one(41))
    click(() => flow.pick(1), 1)
    show(one(42))
    pass(UNREAD_MS + 200)
    click(() => flow.pick(1), 2)
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('by taps, which are not counted, answers one question', () => {
    const { room, flow, show, ask, tap, pass } = seat()
    ask(one(41))
    tap(() => flow.pick(1))
    show(one(42))
    pass(UNREAD_MS + 50)
    tap(() => flow.pick(1), 10)
    expect(room.answers).toEqual([[41, ['b']]])
    pass(1000)
    tap(() => flow.pick(1), 10)
    expect(room.answers).toEqual([
      [41, ['b']],
      [42, ['b']],
    ])
  })

  test('is no matter for single clicks that follow each other quickly', () => {
    const { room, flow, show, ask, click, pass } = seat()
    ask(one(41))
    click(() => flow.pick(1), 1)
    show(one(42))
    pass(UNREAD_MS + 50)
    click(() => flow.pick(2), 1)
    expect(room.answers).toEqual([
      [41, ['b']],
      [42, ['c']],
    ])
  })

  test('on the button does not confirm what the next question lays out', () => {
    const { room, flow, show, ask, click, pass } = seat()
    ask(some(41, 2, 2, { suggested: ['a', 'b'] }))
    click(() => flow.confirm(), 1)
    show(some(42, 2, 2, { suggested: ['b', 'c'] }))
    pass(300)
    click(() => flow.confirm(), 2)
    expect(room.answers).toEqual([[41, ['a', 'b']]])
  })

  test('on Next turns one step of a lesson', async () => {
    const { room, flow, show, ask, click, pass } = seat()
    ask(one(41), { coach: step(3, 'next') })
    click(() => void flow.next(), 1)
    await room.take(0)
    show(one(41), { coach: step(4, 'next') })
    pass(150)
    click(() => void flow.next(), 2)
    expect(room.sent).toEqual([{ type: 'next' }])
  })

  test('on Undo takes back one answer', async () => {
    const { room, flow, show, ask, click, pass } = seat()
    ask(one(41), { canUndo: true })
    click(() => void flow.undo(), 1)
    await room.take(0)
    show(one(42), { canUndo: true })
    pass(150)
    click(() => void flow.undo(), 2)
    expect(room.sent).toEqual([{ type: 'undo' }])
  })

  test('within one question chooses and unchooses', () => {
    const { flow, choice, ask, click, pass } = seat()
    ask(some(41, 2, 2))
    click(() => flow.pick(1), 1)
    pass(150)
    click(() => flow.pick(1), 2)
    expect(choice.chosen).toEqual([])
  })
})

describe('a question that nobody can have read', () => {
  test('is not answered by a click elsewhere right after it appeared', () => {
    const { room, flow, show, click, pass } = seat()
    show(one(41))
    pass(UNREAD_MS - 1)
    click(() => flow.pick(1), 1, 700)
    expect(room.answers).toEqual([])
  })

  test('is answered once it can have been read', () => {
    const { room, flow, show, click, pass } = seat()
    show(one(41))
    expect(flow.settled).toBe(false)
    pass(UNREAD_MS)
    expect(flow.settled).toBe(true)
    click(() => flow.pick(1), 1, 700)
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('is not answered by a press that began before it', () => {
    const { room, flow, show, ask, press, release, pass } = seat()
    ask(null)
    press()
    show(one(41))
    pass(UNREAD_MS + 100)
    release()
    flow.pick(1)
    expect(room.answers).toEqual([])
  })

  test('is not answered by a digit typed twice', () => {
    const { room, flow, show, ask, key, pass } = seat()
    ask(one(41))
    key('2', () => flow.pick(1))
    show(one(42))
    pass(120)
    key('2', () => flow.pick(1))
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('takes no digit that was typed before it could be read', () => {
    const { room, flow, choice, show, ask, key, pass } = seat()
    const labels = digitLabels(12)
    const type = (digit: string): void => key(digit, () => flow.typeDigit(digit, labels, [...labels.keys()]))
    ask(one(41))
    key('1', () => flow.typeDigit('1', digitLabels(3), [0, 1, 2]))
    show(one(42, labels))
    pass(120)
    type('1')
    expect(choice.typed).toBe('')
    pass(1000)
    type('0')
    type('5')
    expect(room.answers).toEqual([
      [41, ['a']],
      [42, ['05']],
    ])
  })

  test('is not answered by a key that is held down', () => {
    const { room, flow, show, ask, key, pass } = seat()
    ask(some(41, 1, 2, { suggested: ['b'] }))
    key('Enter', () => flow.confirm())
    show(some(42, 1, 2, { suggested: ['c'] }))
    for (let ms = 0; ms < 2000; ms += 50) {
      pass(50)
      key('Enter', () => flow.confirm(), true)
    }
    expect(room.answers).toEqual([[41, ['b']]])
  })
})

describe('an answer that need not be asked for', () => {
  test('is sent when its question arrives', () => {
    const { room, show } = seat()
    show(sure(41))
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('is sent while the reply to the answer before is under way', () => {
    const { room, flow, show, ask, click } = seat()
    ask(one(41))
    click(() => flow.pick(0))
    show(sure(42))
    expect(room.answers).toEqual([
      [41, ['a']],
      [42, ['b']],
    ])
  })

  test('waits for the button in a lesson, and where every answer does', () => {
    for (const confirms of [false, true]) {
      const { room, show } = seat({ confirms })
      show(sure(41), { coach: confirms ? null : step(1, 'answer') })
      expect(room.answers).toEqual([])
    }
  })

  test('waits for the button after it was taken back', async () => {
    const { room, flow, show, ask, click } = seat()
    ask(one(42), { canUndo: true })
    click(() => void flow.undo())
    show(sure(43))
    await room.take(0)
    show(sure(43))
    expect(room.answers).toEqual([])
  })

  test('and came too late, since another tab was faster, is no matter of the player', async () => {
    const { room, show } = seat()
    show(sure(41))
    show(one(42))
    await room.refuse(0, 'stale')
    expect(room.cleared).toBe(1)
  })
})

describe('a refused answer', () => {
  test('can be given again', async () => {
    const { room, flow, choice, ask, click, pass } = seat()
    ask(one(41))
    click(() => flow.pick(1))
    await room.refuse(0)
    expect([choice.chosen, flow.busy]).toEqual([[], false])
    pass(1000)
    click(() => flow.pick(0))
    expect(room.answers).toEqual([
      [41, ['b']],
      [41, ['a']],
    ])
  })

  test('that need not be asked for is not sent again by itself', async () => {
    const { room, show } = seat()
    show(sure(41))
    await room.refuse(0)
    show(sure(41))
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('leaves alone what is chosen for a later question', async () => {
    const { room, flow, choice, ask, click } = seat()
    ask(one(41))
    click(() => flow.pick(1))
    ask(some(42, 2, 2))
    click(() => flow.pick(2), 1, 300)
    await room.refuse(0, 'stale')
    expect([choice.chosen, room.cleared]).toEqual([[2], 0])
  })

  test('does not release a later answer that is under way', async () => {
    const { room, flow, ask, click } = seat()
    ask(one(41))
    click(() => flow.pick(1))
    ask(one(42))
    click(() => flow.pick(2), 1, 300)
    await room.refuse(0, 'stale')
    expect(flow.busy).toBe(true)
  })
})

describe('undo', () => {
  test('is not sent where nothing can be taken back', () => {
    const { room, flow, ask, click } = seat()
    ask(one(41))
    click(() => void flow.undo())
    expect(room.sent).toEqual([])
  })

  test('lets nothing be answered until it is done', async () => {
    const { room, flow, ask, click } = seat()
    ask(one(41), { canUndo: true })
    click(() => void flow.undo())
    click(() => flow.pick(1), 1, 300)
    expect([room.answers, flow.busy]).toEqual([[], true])
    await room.take(0)
    expect(flow.busy).toBe(false)
  })

  test('several times in a row is meant so', async () => {
    const { room, flow, ask, click, pass } = seat()
    for (const number of [0, 1, 2]) {
      ask(one(43 + number), { canUndo: true })
      click(() => void flow.undo(), number + 1)
      await room.take(number)
      pass(50)
    }
    expect(room.sent.length).toBe(3)
  })
})

describe('what is chosen', () => {
  test('is still chosen after something has moved on the table', () => {
    const { flow, choice, ask, click } = seat()
    ask(some(41, 2, 2))
    click(() => flow.pick(2))
    ask(null)
    expect(choice.chosen).toEqual([])
    ask(some(41, 2, 2))
    expect(choice.chosen).toEqual([2])
  })

  test('is not chosen for another question', () => {
    const { flow, choice, ask, click } = seat()
    ask(some(41, 2, 2))
    click(() => flow.pick(2))
    ask(null)
    ask(some(42, 2, 2))
    expect(choice.chosen).toEqual([])
  })
})

describe('an option that takes a second tap', () => {
  test('is chosen by the first and sent by the second', () => {
    const { room, flow, choice, ask, tap, pass } = seat({ tapsTwice: true })
    ask(one(41))
    tap(() => flow.pick(1))
    expect(room.answers).toEqual([])
    expect([choice.chosen, flow.awaitsTap]).toEqual([[1], true])
    pass(1000)
    tap(() => flow.pick(1))
    expect(room.answers).toEqual([[41, ['b']]])
    expect(flow.awaitsTap).toBe(false)
  })

  test('gives way to another one that is tapped', () => {
    const { room, flow, choice, ask, tap, pass } = seat({ tapsTwice: true })
    ask(one(41))
    tap(() => flow.pick(1))
    pass(1000)
    tap(() => flow.pick(2), 300)
    expect(room.answers).toEqual([])
    expect([choice.chosen, flow.awaitsTap]).toEqual([[2], true])
  })

  test('is sent by the button too', () => {
    const { room, flow, ask, tap, pass } = seat({ tapsTwice: true })
    ask(one(41))
    tap(() => flow.pick(1))
    pass(1000)
    tap(() => flow.confirm(), 300)
    expect(room.answers).toEqual([[41, ['b']]])
  })

  test('is sent at once by a mouse or a key', () => {
    const { room, flow, ask, click, key } = seat({ tapsTwice: true })
    ask(one(41))
    click(() => flow.pick(1))
    ask(one(42))
    key('1', () => flow.pick(0))
    expect(room.answers).toEqual([
      [41, ['b']],
      [42, ['a']],
    ])
  })

  test('waits for a new first tap with every question', () => {
    const { room, flow, ask, tap } = seat({ tapsTwice: true })
    ask(one(41))
    tap(() => flow.pick(1))
    ask(one(42))
    tap(() => flow.pick(1))
    expect(room.answers).toEqual([])
  })
})

describe('an answer that a lesson refuses', () => {
  const wanted = (words: string[]): Coach => ({ ...step(1, 'answer'), prompt: '', accept: [words] })

  test('keeps what the lesson wants of it', async () => {
    const { room, flow, choice, ask, click } = seat()
    ask(some(41, 2, 2), { coach: wanted(['a', 'b']) })
    click(() => flow.pick(0))
    click(() => flow.pick(2), 1, 300)
    await room.refuse(0, 'lesson')
    expect(choice.chosen).toEqual([0])
  })

  test('is cleared where the rules refuse it', async () => {
    const { room, flow, choice, ask, click } = seat()
    ask(some(41, 2, 2), { coach: wanted(['a', 'b']) })
    click(() => flow.pick(0))
    click(() => flow.pick(2), 1, 300)
    await room.refuse(0)
    expect(choice.chosen).toEqual([])
  })
})
