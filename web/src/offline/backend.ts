// Tables in this browser: a worker plays, and what a lobby needs to know is read from files beside the page.
import { untrack } from 'svelte'
import type { ReviewLine } from '../protocol'
import type { SocketLike } from '../lib/connection'
import type { ApiResponse, ApiRequest, Backend } from '../lib/backend'
import { withSilenceLimit } from '../lib/patience'
import type { HeldSeat } from '../lib/seats'
import { offlineState } from './state.svelte'
import type { FromWorker, Parts, ToWorker } from './messages'
import { ME } from './store'

/** The files beside the page, which its builder has written into it. */
export interface Site extends Parts {
  /** Routes that are files: the path of the protocol, and where it is. */
  files: Record<string, string>
}

/** The parts of a Worker that are needed. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  onmessageerror: ((event: MessageEvent) => void) | null
  postMessage(message: ToWorker): void
}

/** The silence after which a file beside the page is given up, in milliseconds. */
const FILE_SILENCE_MS = 60_000

interface Waiting {
  resolve: (message: FromWorker) => void
  reject: (error: Error) => void
}

class WorkerSocket implements SocketLike {
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

export class WorkerBackend implements Backend {
  readonly shared = false
  private readonly worker: WorkerLike
  private readonly site: Site
  private readonly waiting = new Map<number, Waiting>()
  private readonly lines = new Map<number, WorkerSocket>()
  private last = 0
  private isReady = false

  constructor(site: Site, language: string, worker: WorkerLike) {
    this.site = site
    this.worker = worker
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data)
    // An error that nobody has caught, or a message that cannot be read: whose it was is unknown.
    this.worker.onerror = ({ message }) => this.fail(message)
    this.worker.onmessageerror = () => this.fail('a message of the worker cannot be read')
    offlineState.totalBytes = site.bytes
    const nets = Object.fromEntries(Object.entries(site.nets).map(([game, address]) => [game, absolute(address)]))
    const [pyodide, library, program] = [site.pyodide, site.library, site.program].map(absolute) as [
      string,
      string,
      string,
    ]
    this.tell({ type: 'begin', parts: { pyodide, library, program, nets, bytes: site.bytes }, language })
  }

  async request(asked: ApiRequest): Promise<ApiResponse> {
    const file = this.site.files[asked.path]
    if (file) {
      try {
        const response = await withSilenceLimit(fetch, FILE_SILENCE_MS)(absolute(file))
        return { status: response.status, text: await response.text() }
      } catch {
        return failure(503, 'no-net')
      }
    }
    try {
      const message = await this.ask((id) => ({ type: 'request', id, asked }))
      if (message.type === 'answered') return message.answered
    } catch (error) {
      console.error(error)
    }
    return failure(500, 'internal')
  }

  async stream(asked: ApiRequest, take: (line: string) => void, signal: AbortSignal): Promise<ApiResponse> {
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
    const made = new WorkerSocket(
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
    offlineState.ask()
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
    if (offlineState.failed) return Promise.reject(new Error('the worker has failed'))
    const id = ++this.last
    // An effect may ask, which must not run again for that.
    untrack(() => (offlineState.awaited += 1))
    return new Promise<FromWorker>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.tell(make(id))
    }).finally(() => untrack(() => (offlineState.awaited -= 1)))
  }

  /** Everything that waits has failed; before the rules are there, nothing will ever come. */
  private fail(words: string): void {
    if (!this.isReady) offlineState.failed = true
    console.error(words)
    for (const { reject } of this.waiting.values()) reject(new Error(words))
    this.waiting.clear()
    for (const line of [...this.lines.keys()]) this.lose(line)
  }

  /** A connection is closed; its owner may open another. */
  private lose(number: number): void {
    const line = this.lines.get(number)
    this.lines.delete(number)
    line?.onclose?.({ code: 1006, reason: '' })
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case 'answered':
      case 'seats':
      case 'dropped':
        this.waiting.get(message.id)?.resolve(message)
        this.waiting.delete(message.id)
        break
      case 'opened':
        this.lines.get(message.line)?.onopen?.()
        break
      case 'said':
        this.lines.get(message.line)?.onmessage?.({ data: message.text })
        break
      case 'closed':
        this.lose(message.line)
        break
      case 'keeping':
        offlineState.keeping = message.keeping
        break
      case 'loaded':
        offlineState.bytes = message.bytes
        break
      case 'ready':
        this.isReady = true
        offlineState.ready()
        document.documentElement.dataset['pythonReady'] = String(message.milliseconds)
        document.documentElement.dataset['pythonAgain'] = String(message.again)
        break
      case 'failed':
        if (message.id !== undefined) {
          this.waiting.get(message.id)?.reject(new Error(message.words))
          this.waiting.delete(message.id)
        } else if (message.line !== undefined) this.lose(message.line)
        else this.fail(message.words)
        break
    }
  }
}

const failure = (status: number, code: string): ApiResponse => ({ status, text: JSON.stringify({ code, words: '' }) })

const absolute = (address: string): string => new URL(address, document.baseURI).href
