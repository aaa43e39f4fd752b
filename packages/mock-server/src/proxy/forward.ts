import * as http from 'node:http'
import * as https from 'node:https'

/** Headers that belong to one connection and are not passed on (RFC 9110 §7.6.1). */
const hopByHop = /^(connection|keep-alive|proxy-authenticate|proxy-authorization|te|trailer|transfer-encoding|upgrade)$/

/** Larger bodies are forwarded without a check. */
const maxCheckedBytes = 8 * 1024 * 1024

/** An exchange between a caller and the real server. */
export interface ForwardedExchange {
  requestBody: Uint8Array<ArrayBuffer>
  status: number
  responseHeaders: http.IncomingHttpHeaders
  /** As sent, possibly compressed. */
  responseBody: Uint8Array<ArrayBuffer>
}

/** The real server is unreachable. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

export interface ForwardOptions {
  request: http.IncomingMessage
  response: http.ServerResponse
  url: URL
  cors: Record<string, string> | null
  /** Called before the caller sees the end of the reply, unless a body was too large to keep. */
  beforeEnd: (forwarded: ForwardedExchange) => Promise<void>
}

/** Forwards a request and its reply as they arrive. Rejects with an `UnreachableError` when there was no reply yet. */
export function forward({ request, response, url, cors, beforeEnd }: ForwardOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const upstream = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers: { ...endToEndHeaders(request.headers), host: url.host, ...readableEncodings(request.headers) },
    })
    const readRequestBody = collect(request)
    upstream.on('response', (reply) => {
      const readResponseBody = collect(reply)
      const { statusCode: status = 502, headers: responseHeaders } = reply
      response.writeHead(status, { ...endToEndHeaders(responseHeaders), ...cors })
      response.flushHeaders()
      reply.pipe(response, { end: false })
      reply.on('end', () => {
        const [requestBody, responseBody] = [readRequestBody(), readResponseBody()]
        const isWhole = requestBody !== null && responseBody !== null
        const checked = isWhole ? beforeEnd({ requestBody, status, responseHeaders, responseBody }) : Promise.resolve()
        void checked.then(resolve, reject).finally(() => response.end())
      })
      reply.on('error', () => response.destroy())
      reply.on('aborted', () => response.destroy())
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy()
      else reject(new UnreachableError(`${url.origin} does not answer (${error.code ?? error.message})`))
    })
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
      resolve()
    })
    request.pipe(upstream)
  })
}

function endToEndHeaders(headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.test(name) && !named.includes(name)))
}

/** Accepts only compression that every supported Node can decode. */
function readableEncodings({ 'accept-encoding': accepted }: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  if (accepted === undefined) return {}
  const encodings = accepted.split(',').filter((each) => /^\s*(?:gzip|br|deflate|identity)\b/i.test(each))
  return { 'accept-encoding': encodings.join(',') || 'identity' }
}

/** Captures the bytes of a message; null when there were too many. */
function collect(message: http.IncomingMessage): () => Uint8Array<ArrayBuffer> | null {
  const chunks: Buffer[] = []
  let length = 0
  message.on('data', (chunk: Buffer) => {
    length += chunk.byteLength
    if (length <= maxCheckedBytes) chunks.push(chunk)
  })
  return () => (length <= maxCheckedBytes ? new Uint8Array(Buffer.concat(chunks)) : null)
}
