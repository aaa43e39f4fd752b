import type { ServerResponse } from 'node:http'
import type { MockReply } from '../http/messages.ts'

/** Sends a reply over a connection, whole or piece by piece; a stream ends when the caller hangs up. */
export async function deliver(
  { status, headers, body, connection }: MockReply,
  {
    response,
    asked,
    cors,
  }: { response: ServerResponse; asked: { readonly signal: AbortSignal }; cors: Record<string, string> | null },
): Promise<void> {
  if (connection === 'reset') {
    // RST and not FIN: an orderly end would be another fault
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
    await stream(body, { response, signal: asked.signal })
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

/** Destroys the connection once what was written has left, so that the caller sees the reply up to the cut. */
function hangUp(response: ServerResponse): void {
  if (!response.headersSent) response.flushHeaders()
  response.write('', () => response.destroy())
}

async function stream(
  pieces: AsyncIterable<string>,
  { response, signal }: { response: ServerResponse; signal: AbortSignal },
): Promise<void> {
  response.flushHeaders() // readers open before the first event comes
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
