// The time of day, for clocks that tick. Deadlines are by the clock of the server, which may differ from ours.
class Time {
  /** The current time of the server's clock, in milliseconds. */
  now = $state(Date.now())
  private ahead = 0
  private watchers = 0
  private timer: ReturnType<typeof setInterval> | undefined

  /** The server has told its time. */
  set(server: number): void {
    if (server > 0) this.ahead = server - Date.now()
    this.now = Date.now() + this.ahead
  }

  /** Tick for as long as somebody looks; to be given to an effect. */
  watch = (): (() => void) => {
    this.watchers += 1
    const tick = (): void => {
      this.now = Date.now() + this.ahead
    }
    tick()
    this.timer ??= setInterval(tick, 500)
    return () => {
      this.watchers -= 1
      if (this.watchers > 0) return
      clearInterval(this.timer)
      this.timer = undefined
    }
  }
}

export const time = new Time()
