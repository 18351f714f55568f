// Tables in this browser: a worker plays, and what a lobby needs to know is read from files beside the page.
import type { ReviewLine } from '../protocol'
import type { SocketLike } from '../lib/connection'
import type { Answered, Asked, Host } from '../lib/host'
import type { HeldSeat } from '../lib/seats'
import { soloState } from './state.svelte'
import type { FromWorker, Parts, ToWorker } from './messages'
import { ME } from './store'

/** The files beside the page, which its builder has written into it. */
export interface Site extends Parts {
  /** Routes that are files: the path of the protocol, and where it is. */
  files: Record<string, string>
}

class Line implements SocketLike {
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null
  private readonly say: (text: string) => void
  private readonly hangUp: () => void

  constructor(say: (text: string) => void, hangUp: () => void) {
    this.say = say
    this.hangUp = hangUp
  }

  send(text: string): void {
    // A worker that thinks is not gone, so nobody needs to ask for a sign of life.
    if (text === '{"type":"ping"}') this.onmessage?.({ data: '{"type":"pong"}' })
    else this.say(text)
  }

  close(): void {
    this.hangUp()
  }
}

export class WorkerHost implements Host {
  readonly shared = false
  private readonly worker: Worker
  private readonly site: Site
  private readonly waiting = new Map<number, (message: FromWorker) => void>()
  private readonly lines = new Map<number, Line>()
  private last = 0

  constructor(site: Site, language: string) {
    this.site = site
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data)
    this.worker.onerror = () => (soloState.failed = true)
    const nets = Object.fromEntries(Object.entries(site.nets).map(([game, address]) => [game, absolute(address)]))
    const [pyodide, library, program] = [site.pyodide, site.library, site.program].map(absolute) as [string, string, string]
    this.tell({ type: 'begin', parts: { pyodide, library, program, nets }, language })
  }

  async request(asked: Asked): Promise<Answered> {
    const file = this.site.files[asked.path]
    if (file) {
      const response = await fetch(absolute(file))
      return { status: response.status, text: await response.text() }
    }
    const message = await this.ask((id) => ({ type: 'request', id, asked }))
    if (message.type !== 'answered') throw new Error('another answer than was asked for')
    return message.answered
  }

  async stream(asked: Asked, take: (line: string) => void, signal: AbortSignal): Promise<Answered> {
    // The worker does a part each time it is asked, so that whatever else is wanted has its turn in between.
    for (;;) {
      const answered = await this.request(asked)
      if (answered.status !== 200 || signal.aborted) return answered
      take(answered.text)
      if ((JSON.parse(answered.text) as ReviewLine).type !== 'progress') return answered
    }
  }

  socket(room: string): SocketLike {
    const line = ++this.last
    const made = new Line(
      (text) => this.tell({ type: 'say', line, text }),
      () => {
        this.lines.delete(line)
        this.tell({ type: 'close', line })
      },
    )
    this.lines.set(line, made)
    this.tell({ type: 'open', line, room })
    return made
  }

  invitation(): string {
    return ''
  }

  async seats(): Promise<HeldSeat[]> {
    const message = await this.ask((id) => ({ type: 'seats', id }))
    return message.type === 'seats' ? message.seats : []
  }

  /** The worker keeps every room by itself. */
  hold(): void {
    soloState.ask()
  }

  async drop(room: string): Promise<void> {
    await this.ask((id) => ({ type: 'drop', id, room }))
  }

  token(): string {
    return ME
  }

  note(): void {
    return
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private ask(make: (id: number) => ToWorker): Promise<FromWorker> {
    if (soloState.failed) return Promise.reject(new Error('the worker has failed'))
    const id = ++this.last
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.tell(make(id))
    })
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case 'answered':
      case 'seats':
      case 'dropped':
        this.waiting.get(message.id)?.(message)
        this.waiting.delete(message.id)
        break
      case 'opened':
        this.lines.get(message.line)?.onopen?.(undefined as never)
        break
      case 'said':
        this.lines.get(message.line)?.onmessage?.({ data: message.text })
        break
      case 'closed': {
        const line = this.lines.get(message.line)
        this.lines.delete(message.line)
        line?.onclose?.({ code: 1006, reason: '' })
        break
      }
      case 'keeping':
        soloState.keeping = message.keeping
        break
      case 'ready':
        soloState.ready()
        document.documentElement.dataset['pythonReady'] = String(message.milliseconds)
        document.documentElement.dataset['pythonAgain'] = String(message.again)
        break
      case 'failed':
        soloState.failed = true
        console.error(message.words)
        break
    }
  }
}

const absolute = (address: string): string => new URL(address, document.baseURI).href
