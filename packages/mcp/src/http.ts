import { UnauthenticatedError } from '@auspex/sdk'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from './config.ts'

export interface HttpOptions {
  /** Creates the server of one request, which calls with its token where each brings its own: no state is shared between requests. */
  readonly createServer: (token?: string) => McpServer
  /** Makes each request bring an access token of its own; null where all act for the same person. @default null */
  readonly signIn?: SignIn | null
  /** 0 for any free port. */
  readonly port: number
  readonly onerror?: (error: Error) => void
}

export interface SignIn {
  /** The OpenID provider that issues the tokens. */
  readonly issuer: string
  /** Fails with an UnauthenticatedError for a token that the API refuses. */
  checkToken(token: string): Promise<unknown>
}

export interface HttpEndpoint {
  readonly url: string
  close(): Promise<void>
}

/**
 * MCP over HTTP for programs on this machine. It listens on loopback only, because clients may act with one person's token, and rejects web pages,
 * which reach it through a name that resolves to this address.
 */
export const serveHttp = async ({
  createServer: create,
  port,
  signIn = null,
  onerror,
}: HttpOptions): Promise<HttpEndpoint> => {
  const handler = createMcpHandler(({ authInfo }) => create(authInfo?.token), onerror && { onerror })
  const serveMcp = signIn === null ? (request: Request) => handler.fetch(request) : guard(signIn, handler)
  const route = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/mcp') return serveMcp(request)
    if (signIn && pathname === metadataPath) return Response.json(describeResource(request, signIn))
    return new Response(null, { status: 404 })
  }
  const answer = async (request: Request): Promise<Response> =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    route(request)
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
    const refuse = (error: NodeJS.ErrnoException): void => reject(toListenError(error, port))
    server.once('error', refuse).listen(port, '127.0.0.1', resolve)
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

/** For the person who chose the port. */
const toListenError = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is in use by another program; choose a free one, for example --http=${port + 1}`,
    )
  if (error.code === 'EACCES')
    return new ConfigError(
      `This account may not listen on port ${port}; choose one above 1023, for example --http=4030`,
    )
  return error
}

/** Where a program learns which provider signs its person in: RFC 9728, section 3.1. */
const metadataPath = '/.well-known/oauth-protected-resource/mcp'

const describeResource = (request: Request, { issuer }: SignIn): object => ({
  resource: new URL('/mcp', request.url).href,
  resource_name: 'Auspex over MCP',
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  scopes_supported: ['read', 'write', 'administer'],
})

/** Refuses a request without a valid token, with the address of the metadata; passes the token of every other one on. */
const guard =
  ({ checkToken }: SignIn, handler: ReturnType<typeof createMcpHandler>) =>
  async (request: Request): Promise<Response> => {
    const authenticate = requireBearerAuth({
      resourceMetadataUrl: new URL(metadataPath, request.url).href,
      verifier: {
        verifyAccessToken: async (token) => {
          await checkToken(token).catch((error: unknown) => {
            if (!(error instanceof UnauthenticatedError)) throw error
            throw new OAuthError(OAuthErrorCode.InvalidToken, 'Auspex refused the access token: sign in again')
          })
          // The API has just checked it, and checks it again with every call.
          return { token, clientId: 'auspex-mcp', scopes: [], expiresAt: Math.floor(Date.now() / 1000) + 60 }
        },
      },
    })
    const authInfo = await authenticate(request)
    return authInfo instanceof Response ? authInfo : handler.fetch(request, { authInfo })
  }

const toRequest = (incoming: IncomingMessage): Request => {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  })
}
