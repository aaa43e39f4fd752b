import type { AuspexClient } from '../client.ts'
import { type CallInfo, DecodeError } from '../errors.ts'
import type { CallOptions, ContractOptions, RequestOptions } from '../request-options.ts'
import { connectStream, type OpenEvents } from './connect.ts'
import type { ServerSentEvent } from './event-stream.ts'
import type { ReconnectOptions } from './reconnect.ts'
import { productMessageOf } from '../product-message.ts'
import type { Answer } from '../send.ts'
import { validateBody } from '../validation.ts'
import { resumeEvents } from './resume.ts'

/** What a streaming function takes as its last argument. `timeout` counts until a connection answers, not until the stream ends. */
export interface StreamOptions extends RequestOptions {
  reconnect?: ReconnectOptions
  /** Milliseconds of silence after which a connection counts as cut. Servers send comments more often than that. @default 60000 */
  idleTimeoutMs?: number
}

/**
 * The events of one reply, in order, each once. It connects when it is first asked for an event; `break`, `return()` and the `signal` of the options
 * close the connection. It can be iterated once.
 */
export interface AuspexStream<T> extends AsyncIterableIterator<T> {
  // The iterator has one argument, as TypeScript before 5.6 knows no more; `next` and `return` say what ends it.
  /** Id of the last event that was handed out; as `Last-Event-ID` of a later call it continues there. Null while there is none. */
  readonly lastEventId: string | null
  next(): Promise<IteratorResult<T, undefined>>
  /** Ends the stream and closes its connection, also while an event is awaited. */
  return(): Promise<IteratorResult<T, undefined>>
  /** Connects, and gives the first answer beside the stream; its events are read from the stream, as if nobody had asked. */
  withResponse(): Promise<Answer<AuspexStream<T>>>
}

/** Every stream of the contract ends with this event, so that an end can be told from a cut. */
const lastEvent = 'run-end'

/** Four times the interval at which servers send comments. */
const defaultIdleTimeoutMs = 60_000

/**
 * The way every generated streaming call goes.
 * @throws {AbortedError} when the `signal` of the options aborts
 * @throws {StreamInterruptedError} when the connection is cut and cannot be continued
 * @throws {AuspexError} what every call throws, when the server refuses before the first event
 */
export const stream = <T>(
  url: string,
  options: StreamOptions = {},
  operation?: string,
  settings?: ContractOptions,
): AuspexStream<T> => {
  const { reconnect = {}, idleTimeoutMs = defaultIdleTimeoutMs, ...requested } = options
  const request: CallOptions = { ...requested, ...(operation && { operation }), ...settings }
  const call: CallInfo = { operation: request.operation ?? null, productMessage: productMessageOf(request) }
  const controller = new AbortController()
  const signal = request.signal ? AbortSignal.any([controller.signal, request.signal]) : controller.signal
  let last = new Headers(request.headers).get('last-event-id')
  let first: Promise<Answer<OpenEvents>> | undefined
  const connect = (resumeAfter: string | null): Promise<Answer<OpenEvents>> =>
    connectStream(url, { ...request, signal }, resumeAfter)
  /** Once for whoever asks first: the reader, or who wants the answer alone */
  const connectFirst = (): Promise<Answer<OpenEvents>> => (first ??= connect(last))

  const run = async function* (): AsyncGenerator<T, undefined, undefined> {
    let open: typeof connect = connectFirst
    const received = resumeEvents({
      connect: async (resumeAfter) => {
        const { data, requestId } = await open(resumeAfter)
        open = connect
        // Whatever fails from here on belongs to this connection.
        Object.assign(call, data.call, { requestId })
        return data.body
      },
      isLast: ({ event }) => event === lastEvent,
      call,
      signal,
      lastEventId: last,
      idleTimeoutMs,
      reconnect,
      // Asked for behind a connection, which a call without a client never gets.
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
      return this
    },
    next: () => running.next(),
    // A generator would wait for the event that is awaited before it ends.
    return: () => {
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
