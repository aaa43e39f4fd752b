import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** A server on loopback that stores the posts it receives and answers with a status that a test sets. */
export async function startWebhookReceiver() {
  const received: unknown[] = []
  /** The raw posts, by which a receiver verifies signatures. */
  const posts: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = []
  let status = 204
  let answerHeaders: Record<string, string> = {}
  /** Closes the connection instead of an answer. */
  let isSilent = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      posts.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      received.push(request.headers['content-type'] === 'application/json' ? JSON.parse(body) : body)
      if (isSilent) request.socket.destroy()
      else response.writeHead(status, answerHeaders).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server that listens on a port
  return {
    endpoint: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    posts,
    answer: (next: number, headers: Record<string, string> = {}) => {
      status = next
      answerHeaders = headers
      isSilent = false
    },
    hangUp: () => {
      isSilent = true
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
