import { describe, expect, test } from 'vitest'
import { createAuspex, withResources } from '../../facade.ts'
import { examples, facadeExamples } from '../../generated/examples.ts'
import { createClient, isAuspexError, NotFoundError } from '../../index.ts'
import { operations } from '../../operations.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { problem, sendJson, serve } from '../../testing/server.ts'

/** Records requests, without the parts that differ between two calls of the same operation. */
const listen = async () => {
  const sent: unknown[] = []
  const server = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request's chunks are buffers
    const boundary = /boundary=(.*)/.exec(request.headers['content-type'] ?? '')?.[1] ?? '\n'
    sent.push({
      method: request.method,
      url: request.url,
      type: request.headers['content-type']?.replace(boundary, ''),
      token: request.headers.authorization,
      body: Buffer.concat(chunks).toString('latin1').replaceAll(boundary, ''),
    })
    if (request.headers.accept?.includes('event-stream')) response.writeHead(204).end()
    else sendJson(response, 200, {})
  })
  const options = { baseUrl: server.url, assistantUrl: server.url, auth: { getToken: () => 'ada' } }
  return { sent, options }
}

const run = async (call: PromiseLike<unknown> | AsyncIterable<unknown>): Promise<void> => {
  if ('then' in call) return void (await call)
  const events = call[Symbol.asyncIterator]()
  await events.next()
  await events.return?.()
}

/** A list of three pages, each with one item. */
const serveList = () =>
  serve(({ url }, response) => {
    const page = Number(new URL(url ?? '', 'http://x').searchParams.get('page') ?? 1)
    sendJson(response, 200, { items: [page], page: { page, perPage: 1, total: 3, totalPages: 3, nextCursor: null } })
  })

describe('the facade', () => {
  test('has every operation of the contract, with an example of each', () => {
    expect(Object.keys(facadeExamples).toSorted()).toEqual(Object.keys(operations).toSorted())
    const { client: _client, ...resources } = createAuspex({ baseUrl: '/api' })
    const methods = Object.values(resources).flatMap((resource) => Object.values(resource))
    expect(methods).toHaveLength(Object.keys(operations).length)
  })

  test.each(Object.keys(operations) as (keyof typeof operations)[])(
    '%s sends the same request as its function',
    async (id) => {
      const { sent, options } = await listen()
      const retry = { retry: false } as const
      await run(examples[id](createClient({ ...options, ...retry }))).catch(() => undefined)
      await run(facadeExamples[id](createAuspex({ ...options, ...retry }))).catch(() => undefined)
      expect(sent).toHaveLength(2)
      expect(sent[1]).toEqual(sent[0])
    },
  )

  test('accepts options last, even when optional arguments before them are omitted', async () => {
    const server = await serve((request, response) => sendJson(response, 200, { told: request.headers['x-told'] }))
    const auspex = createAuspex({ baseUrl: server.url })
    const headers = { 'x-told': 'yes' }
    expect(await auspex.signals.report('sig_a', undefined, { headers })).toEqual({ told: 'yes' })
    expect(await auspex.user.me({ headers })).toEqual({ told: 'yes' })
    expect(await auspex.user.me()).toEqual({})
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/signal/json/sig_a',
      '/api/users/me',
      '/api/users/me',
    ])
  })

  test('never lets an option select another client', async () => {
    const { sent, options } = await listen()
    const other = createClient({ ...options, auth: { getToken: () => 'bob' } })
    // @ts-expect-error a method has its client
    await createAuspex(options).user.me({ client: other })
    expect(sent).toMatchObject([{ token: 'Bearer ada' }])
  })

  test('fails like the functions do, and returns the response next to its data', async () => {
    const server = await serve(({ url }, response) =>
      url?.endsWith('/me') ? sendJson(response, 200, {}) : sendJson(response, 404, problem(404, 'portfolio.not_found')),
    )
    const auspex = createAuspex({ baseUrl: server.url, clock: createFakeClock() })
    const error = await auspex.portfolios.get('pf_a').catch((thrown: unknown) => thrown)
    expect(isAuspexError(error) && error instanceof NotFoundError && error.problem?.code).toBe('portfolio.not_found')
    const { response } = await auspex.user.me().withResponse()
    expect(response.status).toBe(200)
  })

  test('reads a list completely in a loop, without requesting the first page twice', async () => {
    const server = await serveList()
    const auspex = createAuspex({ baseUrl: server.url })
    const found: unknown[] = []
    for await (const story of auspex.stories.list({ perPage: 1 })) found.push(story)
    expect(found).toEqual([1, 2, 3])
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/stories?perPage=1',
      '/api/stories?perPage=1&page=2',
      '/api/stories?perPage=1&page=3',
    ])
  })

  test('requests one page outside a loop, and starts over in a second loop', async () => {
    const server = await serveList()
    const auspex = createAuspex({ baseUrl: server.url })
    const stories = auspex.stories.list()
    expect((await stories).items).toEqual([1])
    expect(server.requests).toHaveLength(1)
    expect(await stories.toArray({ limit: 2 })).toEqual([1, 2])
    expect(await stories.toArray({ limit: 1 })).toEqual([1])
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/stories', '/api/stories?page=2', '/api/stories'])
  })

  test('adds methods to an existing client, which stays the same client', () => {
    const client = createClient({ baseUrl: '/api' })
    expect(withResources(client).client).toBe(client)
  })
})
