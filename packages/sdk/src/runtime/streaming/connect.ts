import { readData } from '../answer.ts'
import type { CallInfo } from '../errors.ts'
import type { CallOptions } from '../request-options.ts'
import type { UnreadResponse } from '../attempt.ts'
import { type Answer, send } from '../send.ts'

/** A connection whose events are still to be read */
export interface OpenEvents {
  /** Null when the server has nothing more to send */
  readonly body: ReadableStream<Uint8Array> | null
  readonly call: CallInfo
}

/** Opens one connection of a stream, through the same path as every call. */
export const connectStream = async (
  url: string,
  options: CallOptions,
  lastEventId: string | null,
): Promise<Answer<OpenEvents>> => {
  const headers = new Headers(options.headers)
  headers.set('accept', 'text/event-stream')
  if (lastEventId !== null) headers.set('last-event-id', lastEventId)
  // The stream counts attempts, because it knows what has arrived.
  return send(url, { service: 'assistant', ...options, headers, retry: false }, readEvents)
}

const readEvents = async (received: UnreadResponse): Promise<OpenEvents> => {
  const { response, call } = received
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { body: response.body, call }
  await readData(received)
  if (response.status === 204) return { body: null, call }
  throw new SyntaxError('no stream of events')
}
