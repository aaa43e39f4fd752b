import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export interface LocalServer {
  readonly url: string
  readonly requests: { method: string; path: string; token: string | undefined; requestId: string | undefined }[]
  close(): Promise<void>
}

/** A real HTTP server on loopback that responds with `answer` and records the requests. */
export const startServer = async (
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => unknown,
): Promise<LocalServer> => {
  const requests: LocalServer['requests'] = []
  const server = createServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      token: request.headers.authorization?.replace('Bearer ', ''),
      requestId: request.headers['x-request-id']?.toString(),
    })
    request.resume()
    void answer(request, response, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, {
    'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
    ...headers,
  })
  response.end(JSON.stringify(body))
}

export const problem = (status: number, code: string): Record<string, unknown> => ({
  type: 'about:blank',
  title: `Refused with ${code}`,
  status,
  code,
  requestId: 'r-1',
})

const open: LocalServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

/** A local server that is closed after the test. */
export const serve = async (...args: Parameters<typeof startServer>): Promise<LocalServer> => {
  const server = await startServer(...args)
  open.push(server)
  return server
}

/** The error of a call that must fail. */
export const failure = async (call: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call did not fail')
}
