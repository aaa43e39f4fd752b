import { AbortedError, AuspexError, type CallInfo, hideFields } from '../errors.ts'
import { stoppedMessage } from '../app-code.ts'
import type { Clock } from '../client.ts'
import { createEventStreamParser, type ServerSentEvent } from './event-stream.ts'

/** The position of a stream when it was given up. */
export interface Interruption extends CallInfo {
  /** Id of the last yielded event; null when no event had one */
  readonly lastEventId: string | null
  /** Reconnects that failed since then */
  readonly reconnects: number
}

/**
 * The connection of a stream was cut and could not be resumed: no event had an id to resume from, or all reconnects failed. Everything yielded before
 * is complete. `lastEventId` continues the stream later; `cause` is the last failure.
 */
export class StreamInterruptedError extends AuspexError {
  override get name(): string {
    return 'StreamInterruptedError'
  }
  declare readonly lastEventId: string | null
  declare readonly reconnects: number

  constructor({ lastEventId, reconnects, ...call }: Interruption, options?: ErrorOptions) {
    super(
      lastEventId === null
        ? `${call.operation} was cut off before it said where it can be resumed: call it again`
        : `${call.operation} was cut${reconnects > 0 ? ` and ${reconnects} reconnects failed` : ''}: followZeusRun resumes it, with the header Last-Event-ID: ${lastEventId}`,
      call,
      { isRetryable: true, ...options },
    )
    hideFields(this, { lastEventId, reconnects })
  }
}

/** How a stream reconnects after a cut. */
export interface ReconnectOptions {
  /** Consecutive failed reconnects after which the stream gives up; an event resets the count. @default 5 */
  limit?: number
  /** Milliseconds before the first reconnect, unless the server sets another by `retry:`. @default 1000 */
  delayMs?: number
  /** Maximum wait between two reconnects, in milliseconds. @default 30000 */
  maxDelayMs?: number
}

const defaultMaxReconnects = 5

/** Maximum wait that a server can request, by `retry:` or Retry-After. */
const maxRequestedMs = 60_000

/**
 * Milliseconds before a reconnect: the server's `retry:` or the default, doubled with each failure and increased by up to a half. Never less than
 * what the server asks for (up to 60 s), otherwise never more than the maximum.
 */
const reconnectDelayMs = (
  failures: number,
  serverDelays: { readonly retryMs: number | null; readonly retryAfterMs: number },
  { delayMs = 1000, maxDelayMs = 30_000, random }: ReconnectOptions & { random(): number },
): number => {
  const backoff = (serverDelays.retryMs ?? delayMs) * 2 ** failures * (1 + random() / 2)
  const atLeast = Math.min(maxRequestedMs, Math.max(serverDelays.retryMs ?? 0, serverDelays.retryAfterMs))
  return Math.max(atLeast, Math.min(maxDelayMs, backoff))
}

/** A connection that stayed silent for too long without being closed. */
export class SilentConnectionError extends Error {
  constructor(idleTimeoutMs: number) {
    super(`Nothing arrived for ${idleTimeoutMs} ms`)
    this.name = 'SilentConnectionError'
  }
}

/** How long a server may take to close a connection on which it has sent everything. */
const maxClosingMs = 1000

/**
 * Reads a body chunk by chunk, only as fast as it is consumed. Fails when nothing arrives for `idleTimeoutMs`, because an unplugged cable does not
 * close a connection. Leaving the loop closes the connection; once everything has arrived, the server gets time to close it first, because browsers
 * log a cancelled request as a failure.
 */
async function* readBytes(
  body: ReadableStream<Uint8Array>,
  { idleTimeoutMs, isComplete }: { readonly idleTimeoutMs: number; isComplete(): boolean },
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), idleTimeoutMs)
      if (done) return
      yield value
    }
  } finally {
    if (isComplete()) await within(readToEnd(reader), Math.min(idleTimeoutMs, maxClosingMs)).catch(() => undefined)
    // A failed body has nothing to cancel, and rejects.
    reader.cancel().catch(() => undefined)
  }
}

const readToEnd = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  while (!(await reader.read()).done);
}

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new SilentConnectionError(ms)), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

export interface Resumable {
  /**
   * Opens a connection that continues after the event with this id, or from the beginning for null. Resolves to null when nothing more is to come.
   */
  connect(lastEventId: string | null): Promise<ReadableStream<Uint8Array> | null>
  /** Whether this is the final event. A connection that ends without one was cut. */
  isLast(event: ServerSentEvent): boolean
  readonly call: CallInfo
  readonly signal: AbortSignal
  readonly lastEventId: string | null
  readonly idleTimeoutMs: number
  readonly reconnect: ReconnectOptions
  clock(): Clock
}

/**
 * The events of a stream, each once and in order, over as many connections as needed. After a cut it reconnects with the id of the last yielded
 * event; events that the server then repeats are dropped by id, so ids must be unique within a stream. After a cut before the first event, or after
 * an event without an id, the position is unknown, and it fails.
 */
export async function* resumeEvents(stream: Resumable): AsyncGenerator<ServerSentEvent, void, undefined> {
  const { signal, call } = stream
  const position: Position = {
    connectionOf: new Map(),
    resumeAfter: stream.lastEventId,
    retryMs: null,
    failures: 0,
    isComplete: false,
  }

  for (let connection = 0; ; connection += 1) {
    let failure: unknown = null
    const body = await stream.connect(position.resumeAfter).catch((error: unknown) => {
      if (signal.aborted) throw toAbortedError(stream, error)
      const mayPass = error instanceof AuspexError && error.isRetryable
      if (connection === 0 || !mayPass) throw error
      failure = error
      return undefined
    })
    if (body === null) return
    try {
      if (body) yield* readConnection(body, connection, { stream, position })
    } catch (error) {
      failure = error
    }
    if (position.isComplete) return
    if (signal.aborted) throw toAbortedError(stream, failure)
    const { resumeAfter, failures } = position
    const limit = stream.reconnect.limit ?? defaultMaxReconnects
    if (resumeAfter === null || failures >= limit)
      throw new StreamInterruptedError({ ...call, lastEventId: resumeAfter, reconnects: failures }, { cause: failure })
    await waitToReconnect(stream, position, failure)
    position.failures += 1
  }
}

/** How far a stream has come, over all its connections. */
interface Position {
  /** The connection that brought an event, by the event's id */
  readonly connectionOf: Map<string, number>
  /** Id of the last yielded event */
  resumeAfter: string | null
  /** Milliseconds that the server asks to wait before a reconnect */
  retryMs: number | null
  /** Reconnects that failed since the last event */
  failures: number
  isComplete: boolean
}

/** The events of one connection that no earlier one has brought, up to the final one. */
async function* readConnection(
  body: ReadableStream<Uint8Array>,
  connection: number,
  { stream, position }: { readonly stream: Resumable; readonly position: Position },
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const parser = createEventStreamParser()
  const options = { idleTimeoutMs: stream.idleTimeoutMs, isComplete: () => position.isComplete }
  for await (const bytes of readBytes(body, options)) {
    const events = parser.push(bytes)
    position.retryMs = parser.retryMs ?? position.retryMs
    for (const event of events) {
      if (isRepeated(event, connection, position)) continue
      if (stream.signal.aborted) throw toAbortedError(stream, stream.signal.reason)
      position.resumeAfter = event.id
      position.failures = 0
      yield event
      position.isComplete = stream.isLast(event)
      if (position.isComplete) return
    }
  }
}

/** Whether an earlier connection has brought the event; otherwise it is noted as one of this connection. */
const isRepeated = ({ id }: ServerSentEvent, connection: number, { connectionOf }: Position): boolean => {
  if (id === null) return false
  if ((connectionOf.get(id) ?? connection) < connection) return true
  connectionOf.set(id, connection)
  return false
}

const waitToReconnect = async (stream: Resumable, position: Position, failure: unknown): Promise<void> => {
  const clock = stream.clock()
  const retryAfter = failure instanceof AuspexError ? failure.retryAfter : null
  const requestedWait = { retryMs: position.retryMs, retryAfterMs: (retryAfter ?? 0) * 1000 }
  const delayMs = reconnectDelayMs(position.failures, requestedWait, { ...stream.reconnect, random: clock.random })
  await clock.sleep(delayMs, stream.signal).catch(() => {
    throw toAbortedError(stream, failure)
  })
}

const toAbortedError = ({ call }: Resumable, cause: unknown): AuspexError =>
  new AbortedError(stoppedMessage, call, { cause })
