import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerProblem } from './answer-problem.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Gateway {
  readonly server: Server
  /** Answers paths at or under `prefix`. The longest prefix wins; '/' takes the rest. */
  mount(prefix: string, handler: Handler): void
  close(): Promise<void>
}

export class PortInUseError extends Error {
  constructor(port: number) {
    super(
      `Port ${port} is in use by another program. Set AUSPEX_PORT to a free one, for example AUSPEX_PORT=${port + 1} npm start`,
    )
    this.name = 'PortInUseError'
  }
}

/** One port for all parts. It listens at once, so that a port in use is known before anything is opened. */
export const openGateway = async ({
  host,
  port,
  publicUrl,
}: {
  host: string
  port: number
  publicUrl: string
}): Promise<Gateway> => {
  const mounts = new Map<string, Handler>()
  const publicHost = new URL(publicUrl).host

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const prefix = [...mounts.keys()]
      .filter((each) => each === '/' || path === each || path.startsWith(`${each}/`))
      .toSorted((a, b) => b.length - a.length)[0]
    const handler = prefix === undefined ? undefined : mounts.get(prefix)
    if (!handler) {
      answerStarting(request, response)
      return
    }
    // Sign-in returns to the public address only: a person who came by another name of this machine is sent there.
    if (prefix === '/' && request.headers.host !== publicHost && request.headers['sec-fetch-mode'] === 'navigate') {
      response.writeHead(307, { location: new URL(request.url ?? '/', publicUrl).href }).end()
      return
    }
    void handler(request, response)
  })
  // The specification lets a call take 15 minutes; Node's own limit for receiving a request stays.
  server.keepAliveTimeout = 72_000

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error),
    )
    server.listen(port, host, resolve)
  })

  return {
    server,
    mount: (prefix, handler) => void mounts.set(prefix, handler),
    close: () =>
      new Promise((resolve) => {
        // A keep-alive connection that was busy when closing began would hold the server open for its whole time-out.
        const idle = setInterval(() => server.closeIdleConnections(), 100)
        const hard = setTimeout(() => server.closeAllConnections(), 5000)
        server.close(() => {
          clearInterval(idle)
          clearTimeout(hard)
          resolve()
        })
      }),
  }
}

/** People get a page that loads itself again, programs a problem as the contract has it. */
const answerStarting = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.headers['sec-fetch-mode'] === 'navigate') {
    response
      .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '2', refresh: '1' })
      .end('Auspex is starting\n')
    return
  }
  answerProblem(response, {
    status: 503,
    code: 'request.starting',
    title: 'Auspex is starting',
    detail: 'Try again in 2 seconds.',
    headers: { 'retry-after': '2' },
  })
}
