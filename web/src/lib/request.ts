// Requests, wherever the tables are: what comes back, or why it was refused.
import type { Problem } from '../protocol'
import { backend, type ApiResponse, type ApiRequest } from './backend'

/** A request that was not granted; the message is the sentence that came with it, in English. */
export class ApiError extends Error {
  readonly code: string

  constructor(problem: Problem) {
    super(problem.words)
    this.code = problem.code
  }
}

export const request = (asked: ApiRequest): Promise<string> => granted(backend().request(asked))

/** The reply, if the request was granted. */
export async function granted(asked: Promise<ApiResponse>): Promise<string> {
  let answered: ApiResponse
  try {
    answered = await asked
  } catch {
    throw new ApiError({ code: 'offline', words: '' })
  }
  const { status, text } = answered
  if (status >= 200 && status < 300) return text
  let problem: Problem = { code: String(status), words: '' }
  try {
    problem = JSON.parse(text) as Problem
  } catch {
    // Not from our server: the status has to do.
  }
  throw new ApiError(problem)
}

export async function call<T>(path: string, who: Omit<ApiRequest, 'path'> = {}): Promise<T> {
  return JSON.parse(await request({ path, ...who })) as T
}

export function post<T>(path: string, body: unknown, token = ''): Promise<T> {
  return call<T>(path, { body: JSON.stringify(body), token })
}

/** The body of the reply, handed to the browser as a file; as it is: a seed has more digits than a number of JavaScript. */
export async function download(path: string, who: Omit<ApiRequest, 'path'>, name: string): Promise<void> {
  saveAs(await request({ path, ...who }), name)
}

export function saveAs(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
