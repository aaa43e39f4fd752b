import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { Agent as SecureAgent, request as requestHttps } from 'node:https'

/** Headers that belong to one connection and are not passed on (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Larger bodies are forwarded without a check. */
const maxCheckedBytes = 8 * 1024 * 1024

export interface ForwardedExchange {
  requestBody: Uint8Array
  status: number
  responseHeaders: IncomingHttpHeaders
  responseBody: Uint8Array
  /** Whether both bodies were captured completely. */
  isWhole: boolean
}

/** The real server is unreachable. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

export interface Forwarder {
  /**
   * Forwards a request and its reply as they arrive; `beforeEnd` runs before the caller sees the end of the reply.
   * Rejects with an `UnreachableError` when there was no reply yet.
   */
  forward(
    exchange: { request: IncomingMessage; response: ServerResponse; url: URL; cors: Record<string, string> | null },
    beforeEnd: (forwarded: ForwardedExchange) => void,
  ): Promise<void>
  close(): void
}

export function createForwarder(): Forwarder {
  const [agent, secureAgent] = [new Agent({ keepAlive: true }), new SecureAgent({ keepAlive: true })]
  return {
    forward: ({ request, response, url, cors }, beforeEnd) =>
      new Promise((resolve, reject) => {
        const isSecure = url.protocol === 'https:'
        const send = isSecure ? requestHttps : requestHttp
        const upstream = send(url, {
          method: request.method,
          headers: { ...endToEndHeaders(request.headers), host: url.host, ...readable(request.headers) },
          agent: isSecure ? secureAgent : agent,
        })
        const sent = keep(request)
        upstream.on('response', (reply) => {
          const received = keep(reply)
          response.writeHead(reply.statusCode ?? 502, { ...endToEndHeaders(reply.headers), ...cors })
          response.flushHeaders()
          reply.pipe(response, { end: false })
          reply.on('end', () => {
            const [requestBody, responseBody] = [sent(), received()]
            try {
              beforeEnd({
                requestBody: requestBody ?? new Uint8Array(),
                status: reply.statusCode ?? 502,
                responseHeaders: reply.headers,
                responseBody: responseBody ?? new Uint8Array(),
                isWhole: requestBody !== null && responseBody !== null,
              })
              resolve()
            } catch (error) {
              reject(error)
            } finally {
              response.end()
            }
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
      }),
    close() {
      agent.destroy()
      secureAgent.destroy()
    },
  }
}

function endToEndHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)))
}

/** Accepts only compression that every supported Node can decode. */
function readable({ 'accept-encoding': accepted }: IncomingHttpHeaders): IncomingHttpHeaders {
  if (accepted === undefined) return {}
  const known = accepted.split(',').filter((each) => /^\s*(?:gzip|br|deflate|identity)\b/i.test(each))
  return { 'accept-encoding': known.join(',') || 'identity' }
}

/** Captures the bytes of a message; null when there were too many. */
function keep(message: IncomingMessage): () => Uint8Array | null {
  const chunks: Buffer[] = []
  let length = 0
  message.on('data', (chunk: Buffer) => {
    length += chunk.byteLength
    if (length <= maxCheckedBytes) chunks.push(chunk)
  })
  return () => (length <= maxCheckedBytes ? Buffer.concat(chunks) : null)
}
