import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
} from '@modelcontextprotocol/server'

export interface HttpOptions {
  /** Creates the server of one request: no state is shared between requests. */
  readonly createServer: () => McpServer
  /** 0 for any free port. */
  readonly port: number
  readonly onerror?: (error: Error) => void
}

export interface HttpEndpoint {
  readonly url: string
  close(): Promise<void>
}

/**
 * MCP over HTTP for programs on this machine. Every client acts with one person's token, so it listens on loopback only, and rejects web pages, which
 * reach it through a name that resolves to this address.
 */
export const serveHttp = async ({ createServer: create, port, onerror }: HttpOptions): Promise<HttpEndpoint> => {
  const handler = createMcpHandler(create, onerror && { onerror })
  const answer = async (request: Request): Promise<Response> =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    (new URL(request.url).pathname === '/mcp' ? handler.fetch(request) : new Response(null, { status: 404 }))
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const { status, headers, body } = await answer(toRequest(incoming))
      outgoing.writeHead(status, Object.fromEntries(headers))
      if (body === null) outgoing.end()
      // the web's and Node's types describe the same stream
      else await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
    } catch (error) {
      // the client has disconnected, or the response could not be written: neither ends the server
      onerror?.(error instanceof Error ? error : new Error(String(error)))
      outgoing.destroy()
    }
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${actual}/mcp`,
    close: async () => {
      await handler.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

const toRequest = (incoming: IncomingMessage): Request => {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  })
}
