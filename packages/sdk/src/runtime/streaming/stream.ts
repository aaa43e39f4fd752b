import { readData, type UnreadResponse } from '../answer.ts'
import { AuspexError, type CallInfo, DecodeError } from '../errors.ts'
import type { CallOptions, ContractOptions, RequestOptions } from '../request-options.ts'
import { type Answer, send } from '../send.ts'
import type { AuspexClient } from '../client.ts'
import type { ServerSentEvent } from './event-stream.ts'
import { type ReconnectOptions, resumeEvents } from './resume.ts'
import { findMissingAddress, productMessageOf } from '../prepare-call.ts'
import { toRetryPolicy } from '../retry.ts'
import { validateBody } from '../validation.ts'

/** A connection whose events are still to be read */
interface OpenEvents {
  /** Null when the server has nothing more to send */
  readonly body: ReadableStream<Uint8Array> | null
  readonly call: CallInfo
}

/** Opens one connection of a stream, through the same path as every call. */
const connectStream = async (
  url: string,
  options: CallOptions,
  lastEventId: string | null,
): Promise<Answer<OpenEvents>> => {
  const headers = new Headers(options.headers)
  headers.set('accept', 'text/event-stream')
  if (lastEventId !== null) headers.set('last-event-id', lastEventId)
  return send(url, { service: 'assistant', ...options, headers }, readEvents)
}

const readEvents = async (received: UnreadResponse): Promise<OpenEvents> => {
  const { response, call } = received
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { body: response.body, call }
  await readData(received)
  if (response.status === 204) return { body: null, call }
  throw new SyntaxError('no stream of events')
}

/** The last argument of a streaming function. `timeout` applies until a connection responds, not until the stream ends. */
export interface StreamOptions extends RequestOptions {
  /** How it continues after a cut. With `retry: false`, of the call or of the client, it does not, unless a `limit` is set here. */
  reconnect?: ReconnectOptions
  /** Milliseconds of silence after which a connection counts as cut. Servers send comments more often than that. @default 60000 */
  idleTimeoutMs?: number
}

/** The last argument of a streaming method of the facade. */
export interface StreamMethodOptions extends Omit<StreamOptions, 'client'> {}

/**
 * The events of one reply, in order, each once. It connects when the first event is requested; `break`, `return()` and the `signal` of the options
 * close the connection. It can be iterated once.
 */
export interface AuspexStream<T> extends AsyncIterableIterator<T> {
  // The iterator has one type argument, because TypeScript before 5.6 allows no more; `next` and `return` declare the result.
  /** Id of the last yielded event; as `Last-Event-ID` of a later call it continues there. Null while there is none. */
  readonly lastEventId: string | null
  next(): Promise<IteratorResult<T, undefined>>
  /** Ends the stream and closes its connection, even while an event is awaited. */
  return(): Promise<IteratorResult<T, undefined>>
  /** Connects, and returns the first response together with the stream, whose events can still be read from the beginning. */
  withResponse(): Promise<Answer<AuspexStream<T>>>
}

/** Every stream of the contract ends with this event, which distinguishes an end from a cut. */
const lastEvent = 'run-end'

/** Four times the interval at which servers send comments. */
const defaultIdleTimeoutMs = 60_000

/**
 * Performs every generated streaming call.
 * @throws {AbortedError} when the `signal` of the options aborts
 * @throws {StreamInterruptedError} when the connection is cut and cannot be continued
 * @throws {AuspexError} what every call throws, when the server refuses before the first event
 */
export const stream = <T>(
  url: string,
  options: StreamOptions | undefined,
  operation: string,
  settings?: ContractOptions,
): AuspexStream<T> => {
  const { reconnect = {}, idleTimeoutMs = defaultIdleTimeoutMs, ...requested } = options ?? {}
  const request: CallOptions = { ...requested, operation, ...settings }
  const call: CallInfo = { operation, productMessage: productMessageOf(request) }
  const missing = findMissingAddress({ service: 'assistant', ...request })
  // Made here, where the stack still names the app: once the events are read, it is too deep for that.
  const refusal = missing === null ? null : new AuspexError(missing, call)
  // Whoever wants no retries wants no silent reconnects either, unless they say how many.
  const mayReconnect = toRetryPolicy(request.retry, request.client?.retry).limit > 0
  const controller = new AbortController()
  const signal = request.signal ? AbortSignal.any([controller.signal, request.signal]) : controller.signal
  let last = new Headers(request.headers).get('last-event-id')
  let first: Promise<Answer<OpenEvents>> | undefined
  let isConsumed = false
  // After the first connection the stream counts attempts, because it knows what has arrived.
  const connect = (resumeAfter: string | null): Promise<Answer<OpenEvents>> =>
    connectStream(url, { ...request, signal, retry: false }, resumeAfter)
  /** Once, for the first caller: the reader, or withResponse. It is retried as any call. */
  const connectFirst = (): Promise<Answer<OpenEvents>> =>
    (first ??= refusal ? Promise.reject(refusal) : connectStream(url, { ...request, signal }, last))

  const run = async function* (): AsyncGenerator<T, undefined, undefined> {
    let open: typeof connect = connectFirst
    const received = resumeEvents({
      connect: async (resumeAfter) => {
        const { data, requestId } = await open(resumeAfter)
        open = connect
        // Any failure from here on belongs to this connection.
        Object.assign(call, data.call, { requestId })
        return data.body
      },
      isLast: ({ event }) => event === lastEvent,
      call,
      signal,
      lastEventId: last,
      idleTimeoutMs,
      reconnect: mayReconnect ? reconnect : { limit: 0, ...reconnect },
      // Used only after a connection, which a call without a client never has.
      clock: () => (request.client as AuspexClient).clock,
    })
    try {
      for await (const event of received) {
        const data = decode(event, call)
        validateBody(request.client, call, data)
        last = event.id ?? last
        // The contract's union of events; `validate` checks it where an app wants that.
        yield data as T
      }
    } catch (error) {
      isConsumed = true
      // Until here only `return` aborts it.
      if (!controller.signal.aborted) throw error
    } finally {
      controller.abort()
    }
    return undefined
  }

  const running = run()
  const events: AuspexStream<T> = {
    get lastEventId() {
      return last
    },
    [Symbol.asyncIterator]() {
      if (isConsumed) throw new AuspexError(`The stream of ${operation} has been read: call ${operation} again`, call)
      return this
    },
    next: async () => {
      const result = await running.next()
      isConsumed ||= result.done === true
      return result
    },
    // A generator would wait for the pending event before it ends.
    return: () => {
      isConsumed = true
      controller.abort()
      return running.return(undefined)
    },
    withResponse: async () => ({ ...(await connectFirst()), data: events }),
  }
  return events
}

const decode = ({ event, data }: ServerSentEvent, call: CallInfo): unknown => {
  try {
    return JSON.parse(data)
  } catch (error) {
    throw new DecodeError(`The event ${event} of ${call.operation} is not what the contract says`, call, {
      cause: error,
    })
  }
}
