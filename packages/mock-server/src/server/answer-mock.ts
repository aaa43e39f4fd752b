import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockRequest } from '../http/messages.ts'
import { problemReply } from '../http/problem.ts'
import type { Mock } from '../mock.ts'
import { deliver } from './deliver.ts'
import { BodyTooLargeError, readBody } from './read-body.ts'

/** Hands a request of Node to the mock and its reply back. */
export async function answerMock(
  mock: Mock,
  {
    request,
    response,
    cors,
  }: { request: IncomingMessage; response: ServerResponse; cors: Record<string, string> | null },
): Promise<void> {
  let signal: AbortSignal | undefined
  const asked: MockRequest = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers as Record<string, string | undefined>, // Node joins repeated headers; set-cookie alone stays a list, and requests have none
    readBody: () => readBody(request),
    // made when somebody listens: most replies are whole before a caller could hang up
    get signal() {
      signal ??= signalOf(response)
      return signal
    },
  }
  try {
    const reply = await mock.answer(asked)
    if (response.destroyed) return
    await deliver(reply, { response, cors, asked })
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    await deliver(problemReply({ status: 413 }, 'mock-server'), { response, cors, asked })
  }
  if (!request.complete) request.resume() // an unread body would keep the connection busy
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
