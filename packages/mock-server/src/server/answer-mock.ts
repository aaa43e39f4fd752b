import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockReply, MockRequest } from '../http/messages.ts'
import { problemReply } from '../http/problem.ts'
import type { Mock } from '../mock.ts'
import { BodyTooLargeError, readBody } from './read-body.ts'

/** Sends a reply over a connection, whole or in chunks; a stream ends when the caller disconnects. */
async function deliver(
  { status, headers, body, connection }: MockReply,
  {
    response,
    mockRequest,
    cors,
  }: { response: ServerResponse; mockRequest: { readonly signal: AbortSignal }; cors: Record<string, string> | null },
): Promise<void> {
  if (connection === 'reset') {
    // RST and not FIN, since an orderly end would be another fault
    response.socket?.resetAndDestroy()
    return
  }
  const all = cors === null ? headers : { ...headers, ...cors }
  if (body === null) {
    response.writeHead(status, status === 204 || status === 304 ? all : { ...all, 'content-length': '0' }).end()
    return
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    response.writeHead(status, all)
    await stream(body, { response, signal: mockRequest.signal })
  } else if (connection === 'cut') {
    response.writeHead(status, all)
    response.write(body)
  } else {
    response.writeHead(status, { ...all, 'content-length': String(Buffer.byteLength(body)) }).end(body)
    return
  }
  if (connection === 'cut') hangUp(response)
  else response.end()
}

/** Destroys the connection after everything was written, so that the caller sees the reply up to the cut. */
function hangUp(response: ServerResponse): void {
  if (!response.headersSent) response.flushHeaders()
  response.write('', () => response.destroy())
}

async function stream(
  pieces: AsyncIterable<string>,
  { response, signal }: { response: ServerResponse; signal: AbortSignal },
): Promise<void> {
  response.flushHeaders() // clients open before the first event arrives
  try {
    for await (const piece of pieces) {
      if (signal.aborted) return
      if (!response.write(piece)) await waitForDrain(response, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function waitForDrain(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
  })
}

/** Passes a request of Node to the mock and sends its reply. */
export async function answerMock(
  mock: Mock,
  {
    request,
    response,
    cors,
  }: { request: IncomingMessage; response: ServerResponse; cors: Record<string, string> | null },
): Promise<void> {
  let signal: AbortSignal | undefined
  const mockRequest: MockRequest = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers as Record<string, string | undefined>, // Node joins repeated headers; only set-cookie stays a list, and requests have none
    readBody: () => readBody(request),
    // created on first use: most replies are complete before a caller could disconnect
    get signal() {
      signal ??= signalOf(response)
      return signal
    },
  }
  try {
    const reply = await mock.answer(mockRequest)
    if (response.destroyed) return
    await deliver(reply, { response, cors, mockRequest })
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    await deliver(problemReply({ status: 413 }, 'mock-server'), { response, cors, mockRequest })
  }
  if (!request.complete) request.resume() // an unread body would block the connection
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
