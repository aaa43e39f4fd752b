import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { MockReply, MockRequest } from '../http/messages.ts'
import { problemReply } from '../http/problem.ts'
import type { Mock } from '../mock.ts'

/** A request of Node with its response, and the headers that let a page read it. */
export interface NodeExchange {
  request: IncomingMessage
  response: ServerResponse
  cors: Record<string, string> | null
}

/** More than any operation accepts; only prevents a mistake from filling the memory. */
const maxBodyBytes = 64 * 1024 * 1024

/** The body is larger than the server accepts. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

const none = new Uint8Array()

/** Reads a whole body. Rejects with a `BodyTooLargeError`, or when the caller disconnects. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const { 'transfer-encoding': encoding, 'content-length': announced = '0' } = request.headers
  if (encoding === undefined && announced === '0') return none
  if (Number(announced) > maxBodyBytes) throw new BodyTooLargeError()
  const chunks: Buffer<ArrayBuffer>[] = []
  let length = 0
  // leaving the loop would destroy the request before its 413 is sent
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>) {
    length += chunk.byteLength
    if (length > maxBodyBytes) throw new BodyTooLargeError()
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

/** Passes a request of Node to the mock and sends its reply. */
export async function answerMock(mock: Mock, exchange: NodeExchange): Promise<void> {
  const { request, response } = exchange
  let signal: AbortSignal | undefined
  const mockRequest: MockRequest = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers as Record<string, string | undefined>, // Node joins repeated headers; only set-cookie stays a list, and requests have none
    readBody: () => readBody(request),
    // created on first use: most replies are complete before a caller could disconnect
    get signal() {
      return (signal ??= signalOf(response))
    },
  }
  try {
    const reply = await mock.answer(mockRequest)
    if (response.destroyed) return
    await deliver(reply, exchange, mockRequest)
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    await deliver(problemReply({ status: 413 }, 'mock-server'), exchange, mockRequest)
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

/** Sends a whole reply that is no answer of the mock: a page, a problem, the admin API. */
export function sendText(
  { response, cors }: Pick<NodeExchange, 'response' | 'cors'>,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string },
): void {
  response.writeHead(status, { ...cors, ...headers, 'content-length': String(Buffer.byteLength(body)) }).end(body)
}

/** Sends a reply over a connection, whole or in chunks; a stream ends when the caller disconnects. */
async function deliver(
  { status, headers, body, connection }: MockReply,
  { response, cors }: NodeExchange,
  request: MockRequest, // whose signal is created on first use
): Promise<void> {
  if (connection === 'reset') {
    // RST and not FIN, since an orderly end would be another fault
    response.socket?.resetAndDestroy()
    return
  }
  const all = { ...headers, ...cors }
  const isWhole = body === null || typeof body === 'string' || body instanceof Uint8Array
  if (isWhole && connection !== 'cut') {
    const length = status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body ?? '')) }
    response.writeHead(status, { ...all, ...length }).end(body ?? undefined)
    return
  }
  response.writeHead(status, all)
  if (isWhole) response.write(body ?? '')
  else await stream(body, response, request.signal)
  if (connection !== 'cut') {
    response.end()
    return
  }
  // the connection is destroyed after everything was written, so that the caller sees the reply up to the cut
  response.flushHeaders()
  response.write('', () => response.destroy())
}

async function stream(pieces: AsyncIterable<string>, response: ServerResponse, signal: AbortSignal): Promise<void> {
  response.flushHeaders() // clients open before the first event arrives
  await pipeline(pieces, response, { end: false, signal }).catch((error: unknown) => {
    if (!signal.aborted && !response.destroyed) throw error
  })
}
