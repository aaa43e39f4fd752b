import type { FastifyInstance } from 'fastify'

type Server = Pick<FastifyInstance, 'inject'>

/**
 * A `fetch` that asks the server of this process, through everything that a request from outside goes through, without a socket. Whatever host the
 * address names.
 */
export function createInProcessFetch(server: () => Server): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    request.signal.throwIfAborted()
    const reply = await server().inject({
      method: request.method as 'GET', // the SDK asks with methods that the server knows
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { payload: body }),
      signal: request.signal,
    })
    const headers = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)]],
    )
    const isEmpty = reply.statusCode === 204 || reply.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers })
  }
}
