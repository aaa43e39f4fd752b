import { gunzipSync, gzipSync } from 'node:zlib'
import { loadContract } from '@auspex/contract'
import { createClient } from '@auspex/sdk'
import { readContractDocument } from '@auspex/contract/file'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CodedError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { mountApi } from './api-scope.ts'
import type { FindAccess } from './authorize.ts'
import { createServer } from './create-server.ts'
import { FileBody } from './body-parsers.ts'
import { type Handlers, notImplemented } from './handlers.ts'
import { rawJson } from './raw-json.ts'

const contract = loadContract(readContractDocument())
let app: FastifyInstance | undefined
afterEach(() => app?.close())

interface ServerChoices {
  checkResponses?: boolean
  requestsPerMinute?: number
  stopping?: AbortController
  findAccess?: FindAccess
  roles?: string[]
}

/** A server whose operations all answer 501 except those under test. */
async function serve(
  handlers: Partial<Handlers>,
  {
    checkResponses = true,
    requestsPerMinute = 1000,
    stopping = new AbortController(),
    findAccess = async () => ({ isDisabled: false, off: new Set() }),
    roles = [],
  }: ServerChoices = {},
) {
  const gaps = Object.fromEntries(contract.operations.map(({ id }) => [id, notImplemented(id as keyof Handlers)]))
  const server = createServer(createLogger('silent'), { trustProxy: 0 })
  app = server
  server.addHook('preClose', async () => stopping.abort())
  await mountApi(server, {
    handlers: { ...gaps, ...handlers } as Handlers, // gaps covers every operation of the contract
    contract,
    // the header is used as the person's id
    authenticate: async (userId = 'usr_mira') => ({
      userId,
      subject: userId,
      organizationId: null,
      roles,
      scopes: [],
      kind: 'person',
      accessScopes: null,
      credentialId: null,
    }),
    findAccess,
    runOnce: async (_request, answer) => ({ ...(await answer()), isReplay: false }),
    checkResponses,
    stopping: stopping.signal,
    recordSecurityEvent: () => {},
    createClient: () => createClient({ baseUrl: 'http://nobody.invalid' }),
    service: 'api',
    prefix: '',
    publicUrl: new URL('https://auspex.example'),
    isAllowedOrigin: async () => false,
    requestsPerMinute,
    sharedCounts: null,
  })
  return server
}

const clear = (server: FastifyInstance, authorization?: string) =>
  server.inject({
    method: 'POST',
    url: '/explore/clearRecentSearches',
    headers: authorization === undefined ? {} : { authorization },
  })

describe('a reply', () => {
  test('of raw JSON is sent unchanged', async () => {
    const server = await serve({ clearRecentSearches: () => ({ status: 200, body: rawJson('{ "removed": 3 }') }) })
    const reply = await clear(server)
    expect(reply.body).toBe('{ "removed": 3 }')
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
  })

  test.each([
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0', undefined],
    ['br', undefined],
    [undefined, undefined],
  ])('of stored JSON to a client that accepts %s is encoded as %s', async (accepted, encoding) => {
    const body = rawJson<{ removed: number }>('{ "removed": 3 }', gzipSync('{ "removed": 3 }'))
    const server = await serve({ clearRecentSearches: () => ({ status: 200, body }) })
    const reply = await server.inject({
      method: 'POST',
      url: '/explore/clearRecentSearches',
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
    expect(reply.headers['content-encoding']).toBe(encoding)
    const text = encoding === undefined ? reply.rawPayload : gunzipSync(reply.rawPayload)
    expect(text.toString()).toBe('{ "removed": 3 }')
  })

  test.each([
    ['a body', { removed: -1 }],
    ['raw JSON', rawJson<{ removed: number }>('{"removed":"three"}')],
  ])('with %s that violates the contract fails in tests, with a pointer', async (_case, body) => {
    const server = await serve({ clearRecentSearches: () => ({ status: 200, body }) })
    const reply = await clear(server)
    expect(reply.statusCode).toBe(500)
    expect(reply.json().detail).toContain('The reply 200 of clearRecentSearches does not match the contract: /removed')
  })

  test('with a failure missing from the contract fails in tests', async () => {
    const server = await serve({
      clearRecentSearches: () => {
        throw new CodedError({ kind: 'conflict', code: 'searches.busy', title: 'Busy' })
      },
    })
    const reply = await clear(server)
    expect(reply.statusCode).toBe(500)
    expect(reply.json().detail).toContain('the contract does not name this failure (searches.busy)')
  })

  test('is not checked in production', async () => {
    const server = await serve(
      { clearRecentSearches: () => ({ status: 200, body: { removed: -1 } }) },
      { checkResponses: false },
    )
    expect((await clear(server)).statusCode).toBe(200)
  })

  test('to an internal error reveals no details', async () => {
    const server = await serve(
      {
        clearRecentSearches: () => {
          throw new Error('password of the database is secret')
        },
      },
      { checkResponses: false },
    )
    const reply = await clear(server)
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toMatchObject({ code: 'request.failed' })
    expect(reply.body).not.toContain('secret')
  })

  test('on a host with TLS sends HSTS', async () => {
    const server = await serve({})
    expect((await clear(server)).headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('an input', () => {
  test('has its defaults filled in and its numeric text parsed', async () => {
    let seen: unknown
    const server = await serve({
      listInbox: ({ query }) => {
        seen = query
        return {
          status: 200,
          body: { items: [], unread: 0, page: { page: 1, perPage: 20, total: 0, totalPages: 0, nextCursor: null } },
        }
      },
    })
    await server.inject({ url: '/users/inbox-list?page=2' })
    expect(seen).toEqual({ page: 2, perPage: 20 })
  })

  test('of a form converts ids to a list, one or many, in order', async () => {
    const seen: unknown[] = []
    const server = await serve({
      getContextSnippets: ({ body }) => {
        seen.push(body['document_ids[]'])
        return { status: 200, body: { items: [] } }
      },
    })
    const send = (payload: string) =>
      server.inject({
        method: 'POST',
        url: '/signal/getContextSnippets',
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await send('x_term=oat+milk&document_ids%5B%5D=doc_b')).statusCode).toBe(200)
    await send('document_ids[]=doc_b&document_ids[]=doc_a&x_term=oat')
    expect(seen).toEqual([['doc_b'], ['doc_b', 'doc_a']])
  })
})

/** An operation that runs until it is aborted, with promises for its start and end. */
function endless() {
  const started = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const clearRecentSearches: Handlers['clearRecentSearches'] = async (_input, { signal }) => {
    started.resolve()
    await wait(60_000, undefined, { signal }).catch(() => finished.resolve())
    return { status: 200, body: { removed: 0 } }
  }
  return { clearRecentSearches, begun: started.promise, ended: finished.promise }
}

describe('the signal of a request', () => {
  test('is aborted when the caller disconnects', async () => {
    const { clearRecentSearches, begun, ended } = endless()
    const server = await serve({ clearRecentSearches })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const caller = new AbortController()
    const call = fetch(`${address}/explore/clearRecentSearches`, { method: 'POST', signal: caller.signal }).catch(
      () => 'hung up',
    )
    await begun
    caller.abort()
    expect(await call).toBe('hung up')
    await ended
  })

  test('is aborted when the server stops, and the server closes promptly despite connected clients', async () => {
    const { clearRecentSearches, begun, ended } = endless()
    const server = await serve({ clearRecentSearches })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const call = fetch(`${address}/explore/clearRecentSearches`, { method: 'POST' })
    await begun
    await server.close()
    await ended
    expect((await call).status).toBe(200)
  })
})

describe('an operation interrupted by a server stop', () => {
  test('answers 503, so that its caller retries', async () => {
    const begun = Promise.withResolvers<void>()
    const server = await serve({
      clearRecentSearches: async (_input, { signal }) => {
        begun.resolve()
        await wait(60_000, undefined, { signal })
        return { status: 200, body: { removed: 0 } }
      },
    })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const call = fetch(`${address}/explore/clearRecentSearches`, { method: 'POST' })
    await begun.promise
    await server.close()
    const reply = await call
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(await reply.json()).toMatchObject({ code: 'request.server_stopping' })
  })
})

describe('too many requests', () => {
  test('answer 429 with the seconds to wait, without affecting other callers', async () => {
    const server = await serve(
      { clearRecentSearches: () => ({ status: 200, body: { removed: 0 } }) },
      { requestsPerMinute: 2 },
    )
    expect((await clear(server)).statusCode).toBe(200)
    expect((await clear(server)).statusCode).toBe(200)
    const reply = await clear(server)
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.json()).toMatchObject({
      code: 'request.rate_limited',
      detail: expect.stringMatching(/^Try again in \d+ seconds\.$/),
    })
    expect((await clear(server, 'usr_jon')).statusCode).toBe(200)
  })
})

describe('a file download', () => {
  test('is cut off when its reader loses access during the download', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let isDisabled = false
    const unfinished = new Readable({ read() {} })
    unfinished.push('{}\n')
    const server = await serve(
      {
        exportAuditEntries: () => ({
          status: 200,
          body: new FileBody({
            mediaType: 'application/x-ndjson',
            stream: unfinished,
          }),
        }),
      },
      {
        checkResponses: false,
        findAccess: async () => ({ isDisabled, off: new Set() }),
        roles: ['godmode'],
      },
    )
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    const reply = await fetch(`${address}/godmode/audit/file`)
    const reader = reply.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{}\n')
    const rest = reader?.read().then(
      () => 'whole',
      () => 'torn',
    )
    isDisabled = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await rest).toBe('torn')
    vi.useRealTimers()
  })
})
