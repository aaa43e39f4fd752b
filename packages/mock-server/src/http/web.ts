import type { MockReply, MockRequest } from './exchange.ts'

/** Takes a request of the web platform. */
export function fromWebRequest(request: Request): MockRequest {
  const headers: Record<string, string> = Object.fromEntries(request.headers)
  // the platform hides the length of a body; that there is one must still be seen
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

/** Gives a reply to the web platform. Throws a `TypeError`, as `fetch` does, when the connection dies before the first byte. */
export function toWebResponse({ status, headers, body, connection }: MockReply): Response {
  if (connection === 'reset') throw new TypeError('fetch failed')
  if (typeof body === 'object' && body !== null)
    return new Response(toStream(body, connection === 'cut'), { status, headers })
  if (connection === 'cut') return new Response(toStream(once(body ?? ''), true), { status, headers })
  return new Response(body, { status, headers })
}

async function* once(text: string): AsyncIterable<string> {
  yield text
}

function toStream(pieces: AsyncIterable<string>, isCut: boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done !== true) controller.enqueue(encoder.encode(value))
      else if (isCut) controller.error(new TypeError('terminated'))
      else controller.close()
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
