// The state of the screen: the last message of the server, or, while beats are played, the way there.
//
// Messages are shown one after the other, each with its beats; a key or a tap goes to the last at once. Where there is
// no motion a message is shown in the same moment in which it comes.
import { tick, untrack } from 'svelte'
import type { LogLine, Screen } from '../protocol'
import type { Beat, GameMotion, Moment, Said, StageComponent } from './beats'
import type { Flights } from './flights'
import { motion } from './motion.svelte'

/** A message with a screen: an event of a room, or a step of a replay. */
interface Snapshot<T> {
  message: T
  screen: Screen | null
  /** The events since the snapshot before; null if they are not known, so that nothing moves. */
  lines: LogLine[] | null
  /** Whether the viewer has something to do here: skipping leads as far as that. */
  rest: boolean
}

/** A beat on its stage. */
export interface Staged {
  component: StageComponent
  beat: Beat
  last: Screen
  /** The duration, in milliseconds. */
  length: number
  /** Nothing moves: its last picture is shown. */
  still: boolean
  /** The words in the bar of the question meanwhile; null for the words of the log. */
  said: Said | null
}

/** The time the last picture of a stage is shown where nothing moves; the table can be used meanwhile. */
const STILL_MS = 1200

const saidOf = ({ says }: GameMotion, { stage, lines, before }: Beat): Said | null =>
  says?.[stage?.name ?? '']?.words(lines, before) ?? null

/** When this many messages wait, the older ones are shown without motion. */
const MAX_WAITING = 4

export class Playback<T> {
  /** The message that is shown. */
  message = $state.raw<T | null>(null)
  /** The event being shown. */
  beat = $state.raw<Beat | null>(null)
  moment = $state.raw<Moment | null>(null)
  stage = $state.raw<Staged | null>(null)
  playing = $state(false)
  /** The number of beats played. */
  played = $state(0)
  /** The screen between two beats. */
  private between = $state.raw<Screen | null>(null)
  private truth = $state.raw<Screen | null>(null)
  private readonly waiting: Snapshot<T>[] = []
  private readonly loadMotion: (game: string) => Promise<GameMotion | null>
  /** Another message is shown, or it is no longer on the way or on the way now. */
  private readonly onchange: () => void
  private readonly hasCompany: () => boolean
  private flights: Flights | null = null
  private home: Element | null = null
  /** Counts up whenever what is being played is broken off. */
  private run = 0
  private wake: (() => void) | null = null
  /** Somebody has skipped, and nothing moves until there is something to do. */
  private hurried = false
  /** The milliseconds of motion, with its drawing, since there was something to do. */
  private spent = 0
  private stillTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether there is something to do at what is shown. */
  private rests = true

  /**
   * @param loadMotion How the events of a game look; null where nothing moves.
   * @param onchange Another message is shown, or playing began or ended.
   * @param hasCompany Whether other people sit here, whom sounds would disturb.
   */
  constructor(
    loadMotion: (game: string) => Promise<GameMotion | null>,
    onchange: () => void = () => undefined,
    hasCompany: () => boolean = () => false,
  ) {
    this.loadMotion = loadMotion
    this.onchange = onchange
    this.hasCompany = hasCompany
  }

  /** The last message that came. */
  get newest(): T | null {
    return untrack(() => this.waiting[this.waiting.length - 1]?.message ?? this.message)
  }

  get screen(): Screen | null {
    return this.between ?? this.truth
  }

  /** Where ghosts fly. */
  readonly attach = (home: Element): (() => void) => {
    this.home = home
    return () => {
      this.skip()
      this.flights?.close()
      this.flights = null
      this.home = null
    }
  }

  /** Show a message, after those that wait. */
  show(snapshot: Snapshot<T>): void {
    untrack(() => {
      const still =
        motion.speed === 'instant' ||
        !snapshot.lines ||
        !snapshot.screen ||
        !this.truth ||
        document.hidden ||
        this.hurried
      // A note of the table, such as that somebody has come, is nothing to be shown.
      const quiet = snapshot.lines?.every(({ event }) => event.startsWith('note.')) ?? false
      if (!this.playing && (still || quiet)) {
        const from = this.truth
        this.settle(snapshot)
        if (motion.reduced && from && !document.hidden) void this.showStill(snapshot, from).catch(() => undefined)
      } else {
        this.waiting.push(snapshot)
        if (still) this.skip()
        else if (!this.playing) void this.playAll().catch(() => this.skip())
      }
    })
  }

  /** To the end at once. */
  skip(): void {
    untrack(() => {
      if (!this.playing) return
      this.run += 1
      this.hurried = !this.rests
      this.flights?.clear()
      const last = this.waiting[this.waiting.length - 1]
      this.waiting.length = 0
      if (last) this.settle(last)
      this.end()
      this.wake?.()
    })
  }

  /** Take away what still floats over the table, such as points that were scored. */
  tidy(): void {
    this.flights?.clear()
  }

  /** Show once more what led to what is shown: only some of the lines move. */
  async replay(first: Screen, lines: LogLine[], moves: (line: LogLine) => boolean): Promise<void> {
    const last = this.truth
    if (this.playing || !last || motion.speed === 'instant') return
    this.begin()
    this.run += 1
    const run = this.run
    try {
      const game = await this.loadMotion(last.game)
      if (game) await this.play(game, first, lines, last, run, moves)
    } finally {
      if (run === this.run) this.end()
    }
  }

  /** Take the last picture of a stage away. */
  clearStill(): void {
    if (!this.stage?.still) return
    clearTimeout(this.stillTimer)
    this.stage = null
  }

  /** Where nothing may move, the last picture of the last stage lies over the table for a moment. */
  private async showStill({ screen, lines }: Snapshot<T>, from: Screen): Promise<void> {
    const game = screen && lines?.length && motion.wanted !== 'instant' && (await this.loadMotion(screen.game))
    if (!game || !game.stages || !lines.some(({ event }) => game.effects[event]?.stage)) return
    const { beatsOf } = await import('./show')
    const beat = beatsOf(game.effects, from, lines, screen)
      .reverse()
      .find((each) => each.stage)
    const component = game.stages[beat?.stage?.name ?? '']
    if (!beat || !component || this.playing || this.truth !== screen) return
    clearTimeout(this.stillTimer)
    this.stage = { component, beat, last: screen, length: STILL_MS, still: true, said: null }
    this.stillTimer = setTimeout(() => (this.stage = null), STILL_MS)
  }

  private settle(snapshot: Snapshot<T>): void {
    this.message = snapshot.message
    this.truth = snapshot.screen
    this.between = null
    this.rests = snapshot.rest
    if (snapshot.rest) {
      this.hurried = false
      this.spent = 0
    }
    this.onchange()
  }

  private begin(): void {
    this.playing = true
    this.onchange()
  }

  private end(): void {
    this.playing = false
    this.between = null
    this.beat = null
    this.moment = null
    this.stage = null
    this.onchange()
  }

  private async playAll(): Promise<void> {
    this.begin()
    const run = ++this.run
    for (;;) {
      const snapshot = this.waiting[0]
      if (!snapshot) break
      const from = this.truth
      const game = snapshot.screen && (await this.loadMotion(snapshot.screen.game))
      if (run !== this.run) return
      if (game && from && snapshot.screen && snapshot.lines && this.waiting.length <= MAX_WAITING) {
        // Everything but the table is as it will be; the table is on its way there.
        this.between = from
        this.message = snapshot.message
        this.truth = snapshot.screen
        this.rests = snapshot.rest
        await this.play(game, from, snapshot.lines, snapshot.screen, run)
        if (run !== this.run) return
      }
      this.waiting.shift()
      this.settle(snapshot)
    }
    this.end()
  }

  private async play(
    game: GameMotion,
    first: Screen,
    lines: LogLine[],
    last: Screen,
    run: number,
    moves = (_: LogLine): boolean => true,
  ): Promise<void> {
    const { Flights, STAGE_TURN, beatsOf, cueAfter, timelineOf } = await import('./show')
    if (run !== this.run) return
    const beats = beatsOf(game.effects, first, lines, last)
    const cues = timelineOf(
      beats.map((beat) => (beat.lines.some(moves) ? beat : { ...beat, moves: [], moment: null, stage: null })),
      motion.speed,
      this.spent,
    )
    this.between = first
    const start = performance.now() - this.spent
    for (const planned of cues) {
      const cue = cueAfter(planned, motion.speed, performance.now() - start)
      if (!cue.length) {
        this.between = cue.beat.after
        continue
      }
      this.beat = cue.beat
      this.moment = cue.beat.moment
      motion.play(cue.beat.sound, this.hasCompany())
      if (this.home && !this.flights) this.flights = new Flights(this.home)
      const component = game.stages?.[cue.beat.stage?.name ?? '']
      const { wait } = cue
      if (component) {
        this.stage = { component, beat: cue.beat, last, length: wait, still: false, said: saidOf(game, cue.beat) }
        await this.pause(wait * STAGE_TURN)
        if (run !== this.run) return
        cue.wait = 0
      }
      const commit = async (): Promise<void> => {
        this.between = cue.beat.after
        await tick()
      }
      if (this.flights) await this.flights.play(cue, commit, game.tokens)
      else await commit()
      if (run !== this.run) return
      this.played += 1
      if (component) await this.pause(wait * (1 - STAGE_TURN))
      else if (wait) await this.pause(wait)
      if (run !== this.run) return
      this.moment = null
      this.stage = null
      await this.pause(cue.length - wait)
      if (run !== this.run) return
      this.spent = performance.now() - start
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds)
      const wake = done
      this.wake = wake
      function done(): void {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
