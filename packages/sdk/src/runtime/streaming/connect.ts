import { readData } from '../answer.ts'
import { DecodeError } from '../errors.ts'
import type { CallOptions } from '../request-options.ts'
import type { UnreadResponse } from '../attempt.ts'
import { type Answer, send } from '../send.ts'

type Body = ReadableStream<Uint8Array>

/** Opens one connection of a stream, the way of every call. Its data are null when the server has nothing more to send. */
export const connectStream = async (
  url: string,
  options: CallOptions,
  lastEventId: string | null,
): Promise<Answer<Body | null>> => {
  const headers = new Headers(options.headers)
  headers.set('accept', 'text/event-stream')
  if (lastEventId !== null) headers.set('last-event-id', lastEventId)
  // Attempts are counted by the stream, which knows what has arrived.
  return send(url, { service: 'assistant', ...options, headers, retry: false }, readEvents)
}

const readEvents = async (received: UnreadResponse): Promise<Body | null> => {
  const { response, call } = received
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body
  await readData(received)
  if (response.status === 204) return null
  throw new DecodeError('The server answered with something other than events', call)
}
