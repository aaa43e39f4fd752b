import type { ContractOperation } from '@auspex/contract'
import type { ProblemFacts } from './problem.ts'

/** A request from any host, before any checks. */
export interface MockRequest {
  /** Upper-case. */
  method: string
  /** Path and query as received, still encoded: `/api/users/me?page=2`. */
  target: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>
  /** Reads the whole body. Called at most once, and never for a request that is refused earlier. */
  readBody: () => Promise<Uint8Array<ArrayBuffer>>
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** A reply, ready for any host. */
export interface MockReply {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** JSON text; bytes of a file; server-sent events, one per chunk; or null for no body. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string> | null
  /** `reset`: the connection is reset before the first byte. `cut`: it is reset after the last byte of the body. Default: it stays open. */
  connection?: 'reset' | 'cut'
  /** Names of the scenarios applied to it, in order. */
  scenarios?: readonly string[]
}

/** What is known of a request before authentication. */
export interface Exchange {
  request: MockRequest
  /** Null for an unknown path. */
  operation: ContractOperation | null
  /** The path without the mock's prefix, still encoded: `/portfolio/pf_1`. */
  path: string
  requestId: string
  /** A problem reply with this request's id; fields left out have the product API's defaults for the status. */
  problem: (facts: ProblemFacts) => MockReply
}

/**
 * Wraps every request: it may answer instead of the mock, wait, or change the reply. `answer` does everything the mock does, from
 * authentication on; it may be called once. Scenarios are built on it.
 */
export type Interceptor = (exchange: Exchange, answer: () => Promise<MockReply>) => Promise<MockReply>

/** The preferences of a caller, from the header `Prefer` (RFC 7240). */
export interface Preference {
  /** The status to return; null for a success. */
  code: number | null
  /** Name of the example to return; null for the default one. */
  example: string | null
  /** Seeded values (true) or the example (false); null for the mock's default. */
  dynamic: boolean | null
}

const none: Preference = { code: null, example: null, dynamic: null }

/** Parses `Prefer: code=404`, `example=name` and `dynamic=true`, separated by commas, semicolons or spaces; other preferences are ignored. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return none
  const wishes = new Map(
    header
      .split(/[,;\s]+/)
      .map((part) => part.split('=', 2))
      .map(([name = '', value = 'true']) => [name.toLowerCase(), value.replaceAll('"', '')]),
  )
  const dynamic = wishes.get('dynamic')
  const code = Number(wishes.get('code'))
  return {
    code: Number.isInteger(code) ? code : null,
    example: wishes.get('example') ?? null,
    dynamic: dynamic === undefined ? null : dynamic === 'true',
  }
}

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

/** Whether a path equals a prefix or is below it, in whole segments: `/portfolio` is no prefix of `/portfolios`. */
export function isBelow(target: string, prefix: string): boolean {
  const stem = prefix.replace(/\/$/, '')
  return target.startsWith(stem) && /^(?:$|[/?])/.test(target.slice(stem.length))
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
