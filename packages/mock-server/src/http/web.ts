import type { MockReply, MockRequest } from './messages.ts'

/** Converts a request of the web platform. */
export function fromWebRequest(request: Request): MockRequest {
  const headers: Record<string, string> = Object.fromEntries(request.headers)
  // the platform hides the length of a body, but its presence must remain visible
  if (request.body !== null && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked'
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: pathname + search,
    headers,
    readBody: async () => new Uint8Array(await request.arrayBuffer()),
    signal: request.signal,
  }
}

/** Converts a reply for the web platform. Throws a `TypeError`, as `fetch` does, when the connection is reset before the first byte. */
export function toWebResponse({ status, headers, body, connection }: MockReply, signal: AbortSignal): Response {
  if (connection === 'reset') throw new TypeError('fetch failed')
  const isWhole = body === null || typeof body === 'string' || body instanceof Uint8Array
  if (isWhole && connection !== 'cut') return new Response(body, { status, headers })
  const pieces = isWhole ? once(body ?? '') : body
  return new Response(toStream(pieces, { isCut: connection === 'cut', signal }), { status, headers })
}

/** Rejects as soon as the caller disconnects, as `fetch` does. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let hangUp = () => {}
  const hungUp = new Promise<never>((_resolve, reject) => {
    // the caller's own reason, as in fetch
    hangUp = () => reject(signal.reason)
  })
  signal.addEventListener('abort', hangUp, { once: true })
  try {
    return await Promise.race([work(), hungUp])
  } finally {
    signal.removeEventListener('abort', hangUp)
  }
}

async function* once<T>(piece: T): AsyncIterable<T> {
  yield piece
}

/** An aborted or cut stream ends with an error, so that it is not mistaken for a complete one. */
function toStream(
  pieces: AsyncIterable<string | Uint8Array>,
  { isCut, signal }: { isCut: boolean; signal: AbortSignal },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done !== true) controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      else if (signal.aborted) controller.error(signal.reason)
      else if (isCut) controller.error(new TypeError('terminated'))
      else controller.close()
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
