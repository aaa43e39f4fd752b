import { isHTTPError, isNetworkError, isTimeoutError } from 'ky'
import { answerOf, failureIn, readBody } from '../answer.ts'
import {
  AuspexError,
  type CallInfo,
  DecodeError,
  NetworkError,
  TimeoutError,
  toApiError,
  UnauthenticatedError,
} from '../errors.ts'
import type { RequestOptions } from '../request.ts'

export interface StreamConnection {
  readonly url: string
  readonly options: RequestOptions
  readonly call: CallInfo
  readonly lastEventId: string | null
}

/** Opens one connection of a stream; a token that is refused is renewed once. Gives null when the server has nothing more to send. */
export const connectStream = async (connection: StreamConnection): Promise<ReadableStream<Uint8Array> | null> => {
  const { client } = connection.options
  if (!client) throw new AuspexError('Pass { client: createClient(…) } as the last argument', connection.call)
  const token = await client.tokens.token()
  try {
    return await send(connection, token)
  } catch (error) {
    if (!(error instanceof UnauthenticatedError)) throw error
    const renewed = token === undefined ? undefined : await client.tokens.renew(token)
    if (renewed === undefined) {
      client.tokens.giveUp(token)
      throw error
    }
    return await send(connection, renewed)
  }
}

const send = async (
  { url, options, call, lastEventId }: StreamConnection,
  token: string | undefined,
): Promise<ReadableStream<Uint8Array> | null> => {
  const { client, operation: _operation, productMessage: _message, timeout, ...init } = options
  if (!client) return null
  const headers = new Headers(init.headers)
  headers.set('accept', 'text/event-stream')
  headers.set('x-request-id', client.createRequestId())
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (lastEventId !== null) headers.set('last-event-id', lastEventId)
  const response = await client
    .http(url, { ...init, headers, timeout: timeout ?? client.timeoutMs, retry: 0 })
    .catch((error: unknown) => {
      throw toStreamError(error, call)
    })
  if (response.status === 204 || response.body === null) return null
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body
  const body = await readBody(response, call)
  throw failureIn(body, response, call) ?? new DecodeError('The server answered with something other than events', call)
}

const toStreamError = (error: unknown, call: CallInfo): unknown => {
  if (isHTTPError(error)) return toApiError(answerOf(error.response, error.data), call)
  if (isTimeoutError(error)) return new TimeoutError('The server did not answer in time', call, { cause: error })
  if (isNetworkError(error)) return new NetworkError('The server could not be reached', call, { cause: error })
  return error
}
