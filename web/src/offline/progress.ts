// The loaded amount: Pyodide fetches its own files, so the bytes are counted where everything is fetched.

const STEP_MS = 100

/** Count the bytes of everything that is fetched from now on, and tell them now and then; the returned function ends that. */
export function countBytes(
  tell: (bytes: number) => void,
  scope: { fetch: typeof fetch } = globalThis,
  now: () => number = () => performance.now(),
): () => void {
  const plain = scope.fetch
  let bytes = 0
  let toldAt = -Infinity
  scope.fetch = async (input, init) => {
    const response = await plain.call(globalThis, input, init)
    // Bytes that the page has made itself are not loaded.
    if (!response.ok || !response.body || String(input).startsWith('blob:')) return response
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (now() - toldAt >= STEP_MS) {
            toldAt = now()
            tell(bytes)
          }
          controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted, { status: response.status, headers: response.headers })
  }
  return () => {
    scope.fetch = plain
    tell(bytes)
  }
}
