import { describe, expect, test } from 'vitest'
import { createClient, getChatter, getMe, listInbox, listPortfolios, listSources, paginate } from '../index.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

const total = 45

/** Serves the numbers 1 to 45, by page or by cursor, requested in the query or in the body. */
const serveNumbers = (kind: 'pages' | 'cursor') =>
  serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request's chunks are buffers
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://x').searchParams)
    const asked = { ...query, ...(JSON.parse(Buffer.concat(chunks).toString() || '{}') as object) } as {
      page?: string
      perPage?: string
      cursor?: string
    }
    const perPage = Number(asked.perPage ?? 20)
    const first = asked.cursor === undefined ? (Number(asked.page ?? 1) - 1) * perPage : Number(asked.cursor)
    const items = Array.from({ length: Math.max(0, Math.min(perPage, total - first)) }, (_, index) => first + index + 1)
    const next = first + items.length
    sendJson(response, 200, {
      items,
      page: {
        page: Math.floor(first / perPage) + 1,
        perPage,
        total,
        totalPages: Math.ceil(total / perPage),
        nextCursor: kind === 'cursor' && next < total ? String(next) : null,
      },
    })
  })

const all = Array.from({ length: total }, (_, index) => index + 1)

const collect = async (items: AsyncIterable<unknown>): Promise<unknown[]> => {
  const found = []
  for await (const item of items) found.push(item)
  return found
}

describe('lists', () => {
  test.each(['pages', 'cursor'] as const)('a list by %s is read completely, each item once', async (kind) => {
    const server = await serveNumbers(kind)
    const client = createClient({ baseUrl: server.url })
    expect(await collect(paginate(listInbox, { perPage: 10 }, { client }))).toEqual(all)
    expect(server.requests).toHaveLength(5)
  })

  test('a list with its page in the body is read completely', async () => {
    for (const kind of ['pages', 'cursor'] as const) {
      const server = await serveNumbers(kind)
      const client = createClient({ baseUrl: server.url })
      expect(await collect(paginate(getChatter, { id: 'sig_k2m4p6q8', perPage: 20 }, { client }))).toEqual(all)
      expect(server.requests).toHaveLength(3)
    }
  })

  test('begin at the requested page', async () => {
    const server = await serveNumbers('pages')
    const client = createClient({ baseUrl: server.url })
    expect(await collect(paginate(listPortfolios, { page: 3, perPage: 20 }, { client }))).toEqual(all.slice(40))
  })

  test('return pages with their counts, and read no further than needed', async () => {
    const server = await serveNumbers('pages')
    const pages = paginate(listPortfolios, {}, { client: createClient({ baseUrl: server.url }) }).pages()
    expect((await pages.next()).value).toMatchObject({ page: { page: 1, total: 45 } })
    await pages.return()
    expect(server.requests).toHaveLength(1)
  })

  test.each([undefined, {}, { limit: 0 }, { limit: NaN }])(
    'toArray with %j is refused with advice',
    async (options) => {
      const list = paginate(listInbox, {}, { client: createClient({ baseUrl: 'http://127.0.0.1:9' }) })
      // as a caller without types may
      const error = await failure(list.toArray(options as { limit: number }))
      expect(error).toMatchObject({ name: 'AuspexError', message: expect.stringContaining('toArray({ limit: 1000 })') })
    },
  )

  test('toArray stops at its limit and requests no page beyond it', async () => {
    const server = await serveNumbers('cursor')
    const list = paginate(listInbox, { perPage: 10 }, { client: createClient({ baseUrl: server.url }) })
    expect(await list.toArray({ limit: 20 })).toEqual(all.slice(0, 20))
    expect(server.requests).toHaveLength(2)
    expect(await list.toArray({ limit: 1000 })).toEqual(all)
  })

  test('a list without parameters is read too, and each loop starts over', async () => {
    const server = await serveNumbers('pages')
    const list = paginate(listPortfolios, undefined, { client: createClient({ baseUrl: server.url }) })
    expect(await collect(list)).toEqual(all)
    expect(await collect(list)).toEqual(all)
  })

  test('an empty list and one with a repeating cursor end', async () => {
    const page = { page: 1, perPage: 20, total: 9, totalPages: 9 }
    const empty = await serve((_request, response) =>
      sendJson(response, 200, { items: [], page: { ...page, nextCursor: 'a' } }),
    )
    expect(await collect(paginate(listInbox, {}, { client: createClient({ baseUrl: empty.url }) }))).toEqual([])
    const circle = await serve((_request, response) =>
      sendJson(response, 200, { items: [1], page: { ...page, nextCursor: 'a' } }),
    )
    expect(await collect(paginate(listInbox, {}, { client: createClient({ baseUrl: circle.url }) }))).toEqual([1, 1])
  })

  test('a cycle of several cursors ends, and so does a server that repeats its first page', async () => {
    const page = { page: 1, perPage: 20, total: 9, totalPages: 9, nextCursor: null }
    const next: Readonly<Record<string, string>> = { none: 'a', a: 'b', b: 'c', c: 'a' }
    const circle = await serve(({ url }, response) => {
      const cursor = new URL(url ?? '', 'http://x').searchParams.get('cursor') ?? 'none'
      sendJson(response, 200, { items: [cursor], page: { ...page, nextCursor: next[cursor] } })
    })
    const list = paginate(listInbox, {}, { client: createClient({ baseUrl: circle.url }) })
    expect(await list.toArray({ limit: 50 })).toEqual(['none', 'a', 'b', 'c'])
    const stuck = await serve((_request, response) => sendJson(response, 200, { items: [1], page }))
    const same = paginate(listPortfolios, {}, { client: createClient({ baseUrl: stuck.url }) })
    expect(await same.toArray({ limit: 50 })).toEqual([1, 1])
  })

  test('a page that fails ends the loop with its error', async () => {
    const server = await serve((_request, response) => sendJson(response, 403, problem(403, 'x.forbidden')))
    const list = paginate(listInbox, {}, { client: createClient({ baseUrl: server.url }) })
    expect(await failure(collect(list))).toMatchObject({ name: 'ForbiddenError', operation: 'listInbox' })
  })

  test('a list without a client fails like every call', async () => {
    expect(await failure(paginate(listInbox).toArray({ limit: 1 }))).toMatchObject({ name: 'AuspexError' })
    expect(await failure(paginate(listInbox, {}).toArray({ limit: 1 }))).toMatchObject({ name: 'AuspexError' })
  })

  test('only lists with pages are accepted', () => {
    // @ts-expect-error a profile is no list
    expect(() => paginate(getMe, {})).not.toThrow()
    // @ts-expect-error a short list has no pages
    expect(() => paginate(listSources, {})).not.toThrow()
    // @ts-expect-error the arguments are those of the list
    expect(() => paginate(listInbox, { pages: 1 }, {})).not.toThrow()
  })
})
