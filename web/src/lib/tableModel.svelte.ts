// A game that is being played, or is over, as its table shows it: what has been played back so far, and the question.
import { untrack } from 'svelte'
import type { Event as RoomEvent, LogLine, Result, Screen } from '../protocol'
import { loadMotion, type GameView } from '../games'
import type { Sign } from '../motion/beats'
import { Memory } from '../motion/memory.svelte'
import { Playback } from '../motion/playback.svelte'
import { motion } from '../motion/motion.svelte'
import { AnswerFlow } from './answerFlow.svelte'
import type { TableContext } from './context.svelte'
import { recapInWords } from './recap'
import type { RoomModel } from './room.svelte'
import { settings } from './settings.svelte'

export class TableModel {
  readonly playback: Playback<RoomEvent>
  readonly flow: AnswerFlow
  /** The events since the last decision. */
  readonly memory = new Memory()
  /** The signs that it is told with. */
  signs = $state.raw<Record<string, Sign>>({})
  private readonly room: RoomModel
  private known: LogLine[] = []
  private readonly unsubscribe: () => void

  constructor(room: RoomModel, game: GameView) {
    this.room = room
    this.flow = new AnswerFlow({
      sender: { send: (command) => room.send(command), clearError: () => room.clearError() },
      confirms: () => settings.confirm,
      tapsTwice: (ask) => settings.tapTwice && (game.tapsTwice?.(ask) ?? false),
      ondecide: () => {
        if (this.screen) this.memory.decided(room.log.length, this.screen)
      },
    })
    // Messages are shown one after another where things move; else at once.
    this.playback = new Playback<RoomEvent>(
      loadMotion,
      () => this.present(),
      () => room.company,
    )
    this.unsubscribe = room.subscribe(() => this.take())
    untrack(() => this.take())
    // Events in the meantime are shown with the next question.
    $effect(() => {
      const number = this.flow.choice.ask?.number
      const id = this.screen?.game
      if (number !== undefined && id) untrack(() => void this.recall(number, id))
    })
    // Some games later things move faster by themselves.
    let wasOver: boolean | undefined
    $effect(() => {
      const { event } = this
      const isOver = event?.room.stage === 'over'
      if (wasOver === false && isOver && event && event.seat >= 0) untrack(() => settings.countGame())
      wasOver = event ? isOver : undefined
    })
  }

  /** The shared state of the components of the table. */
  context(onscore: (seat: number) => void): TableContext {
    const { room, flow, memory } = this
    const again = (): TableContext['onagain'] => this.onagain
    return {
      choice: flow.choice,
      // The occupants of the seats are shown at once, also while things move.
      get seats() {
        return room.event?.room.seats ?? []
      },
      get here() {
        return room.here
      },
      onscore,
      recapOf: (seat) => {
        const done = memory.seats.find((each) => each.seat === seat)
        return done ? recapInWords(done.deeds, this.signs) : null
      },
      get onagain() {
        return again()
      },
    }
  }

  get event(): RoomEvent | null {
    return this.playback.message
  }

  get screen(): Screen | null {
    return this.playback.screen
  }

  /** The end of the game, once everything that led to it has been shown. */
  get result(): Result | null {
    return this.playback.playing ? null : (this.event?.result ?? null)
  }

  /** Whether a command is on its way. */
  get busy(): boolean {
    return this.room.busy || this.flow.busy
  }

  /** Whether a bot plays for the viewer. */
  get isReplaced(): boolean {
    const { event } = this.room
    const own = event && event.room.stage === 'playing' ? event.room.seats[event.seat] : undefined
    return own?.kind === 'person' && !!own.bot
  }

  /** Note what happened before a question. */
  private async recall(number: number, game: string): Promise<void> {
    const { log, event } = this.room
    const motion = await loadMotion(game)
    this.signs = motion?.signs ?? {}
    if (motion) this.memory.ask(number, log, motion.effects, event?.seat ?? -1)
  }

  /** Show again what a seat did since the last decision; not available where nothing moves. */
  get onagain(): ((seat: number) => void) | undefined {
    return motion.speed === 'instant' ? undefined : (seat) => this.replay(seat)
  }

  private replay(seat: number): void {
    const { first, lines } = this.memory
    if (first) this.playback.replay(first, lines, (line) => line.seat === seat).catch(() => undefined)
  }

  close(): void {
    this.unsubscribe()
    this.flow.close()
  }

  private take(): void {
    const { event, log } = this.room
    if (!event || event === this.playback.newest) return
    const { known } = this
    const isContinued = event.since >= 0 && known.length > 0 && known[known.length - 1] === log[known.length - 1]
    const lines = isContinued ? log.slice(known.length) : null
    this.playback.show({ message: event, screen: event.screen, lines, rest: event.ask !== null })
    this.known = log
  }

  /** Ask what is asked, once everything that led to it has been shown. */
  private present(): void {
    const { flow } = this
    const { message, playing } = this.playback
    // Nothing of the table floats over the final score.
    if (!playing && message?.result) this.playback.tidy()
    flow.show({
      ask: playing ? null : (message?.ask ?? null),
      // While something is still being shown, a lesson says what it said before.
      coach: playing ? flow.coach : (message?.coach ?? null),
      canUndo: !playing && (message?.can_undo ?? false),
    })
  }
}
