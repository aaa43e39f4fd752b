import { stoppedMessage } from '../app-code.ts'
import type { Clock } from '../client.ts'
import { AbortedError, AuspexError, type CallInfo } from '../errors.ts'
import { createEventStreamParser, type ServerSentEvent } from './event-stream.ts'
import { readBytes } from './read-bytes.ts'
import { defaultReconnectLimit, reconnectDelayMs, type ReconnectOptions } from './reconnect.ts'
import { StreamInterruptedError } from './stream-errors.ts'

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
  const stopped = (cause: unknown): AuspexError => new AbortedError(stoppedMessage, call, { cause })
  /** Event id → the connection that brought it */
  const seen = new Map<string, number>()
  let resumeAfter = stream.lastEventId
  let retryMs: number | null = null
  let failures = 0
  let isComplete = false

  for (let connection = 0; ; connection += 1) {
    let failure: unknown = null
    const body = await stream.connect(resumeAfter).catch((error: unknown) => {
      if (signal.aborted) throw stopped(error)
      const mayPass = error instanceof AuspexError && error.isRetryable
      if (connection === 0 || !mayPass) throw error
      failure = error
      return undefined
    })
    if (body === null) return
    if (body) {
      const parser = createEventStreamParser()
      try {
        for await (const bytes of readBytes(body, {
          idleTimeoutMs: stream.idleTimeoutMs,
          isComplete: () => isComplete,
        })) {
          const events = parser.push(bytes)
          retryMs = parser.retryMs ?? retryMs
          for (const event of events) {
            if (event.id !== null) {
              if ((seen.get(event.id) ?? connection) < connection) continue
              seen.set(event.id, connection)
            }
            if (signal.aborted) throw stopped(signal.reason)
            resumeAfter = event.id
            failures = 0
            yield event
            isComplete = stream.isLast(event)
            if (isComplete) return
          }
        }
      } catch (error) {
        failure = error
      }
    }
    if (signal.aborted) throw stopped(failure)
    const limit = stream.reconnect.limit ?? defaultReconnectLimit
    if (resumeAfter === null || failures >= limit)
      throw new StreamInterruptedError({ ...call, lastEventId: resumeAfter, reconnects: failures }, { cause: failure })
    const clock = stream.clock()
    const retryAfter = failure instanceof AuspexError ? failure.retryAfter : null
    const requestedWait = { retryMs, retryAfterMs: (retryAfter ?? 0) * 1000 }
    const delayMs = reconnectDelayMs(failures, requestedWait, { ...stream.reconnect, random: clock.random })
    await clock.sleep(delayMs, signal).catch(() => {
      throw stopped(failure)
    })
    failures += 1
  }
}
