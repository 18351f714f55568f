// Requests that do not wait forever: a network can fall silent without an error.

/** Return a `fetch` whose requests fail once nothing has arrived for `silenceMs`, however long they take otherwise. */
export function withSilenceLimit(plain: typeof fetch, silenceMs: number): typeof fetch {
  return async (input, init) => {
    const { signal } = init ?? {}
    const controller = new AbortController()
    const abort = (): void => controller.abort(signal?.reason)
    const give = (): void => controller.abort(new DOMException('nothing has arrived', 'TimeoutError'))
    let timer = setTimeout(give, silenceMs)
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
    try {
      const response = await plain.call(globalThis, input, { ...init, signal: controller.signal })
      if (!response.body) {
        end()
        return response
      }
      clearTimeout(timer)
      const reader = response.body.getReader()
      // Only what somebody waits for can be late: the time runs while a part is read.
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(into) {
          timer = setTimeout(give, silenceMs)
          const part = await reader.read().finally(() => clearTimeout(timer))
          if (part.done) {
            end()
            into.close()
          } else into.enqueue(part.value)
        },
        cancel(reason) {
          end()
          return reader.cancel(reason)
        },
      })
      return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
    } catch (error) {
      end()
      throw error
    }
  }
}
