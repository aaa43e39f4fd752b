import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** A server on loopback that keeps what is posted to it and answers with a status that a test sets. */
export async function startWebhookReceiver() {
  const received: unknown[] = []
  let status = 204
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString('utf8')))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server that listens on a port
  return {
    endpoint: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    answer: (next: number) => {
      status = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
