import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Contract, type Exchange, createExchangeCheck, loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createGuardedPost } from '@auspex/sources'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { openLedger } from '@auspex/contract/ledger'
import type { Database } from '../adapters/database/database.port.ts'
import { type Config, readConfig } from '../config/config.ts'
import { createFixedClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { type Api, type ApiOptions, createApi } from '../start.ts'
import type { OpenProviderClients, ProviderClients } from '../modules/people/index.ts'
import { type PersonName, people } from './people.ts'
import { createTestDatabase } from './test-database.ts'
import { type TestClaims, createTokenIssuer } from './token-issuer.ts'

const ledger = openLedger('api')

/**
 * Validates every request and response of a server under test, in both directions, and records which documented pairs were seen. A test whose
 * exchange breaks the contract fails, whatever else it checks.
 */
function tapServer({
  app,
  contract,
  prefixes,
}: {
  app: FastifyInstance
  contract: Contract
  prefixes: readonly string[]
}): void {
  const judge = createExchangeCheck(contract)
  const inject = app.inject.bind(app)
  const tapped = async (options: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const request = typeof options === 'string' ? { url: options } : options
    const reply = await inject(request)
    const exchange = toExchange(request, reply, prefixes)
    if (exchange !== null) ledger.record(judge(exchange), exchange.status)
    return reply
  }
  app.inject = tapped as typeof app.inject // only the form with a promise is used
}

function toExchange(
  request: InjectOptions,
  reply: LightMyRequestResponse,
  prefixes: readonly string[],
): Exchange | null {
  const method = request.method ?? 'GET'
  const url = typeof request.url === 'string' ? request.url : ''
  const prefix = prefixes.find((each) => url.startsWith(`${each}/`))
  if (method === 'OPTIONS' || prefix === undefined) return null
  const mark = url.indexOf('?')
  const { payload } = request
  const isJson = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
  return {
    method,
    pathname: url.slice(prefix.length, mark === -1 ? undefined : mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    requestHeaders: { ...(isJson && { 'content-type': 'application/json' }), ...lowerCase(request.headers ?? {}) },
    requestBody: isJson ? JSON.stringify(payload) : textOf(payload),
    status: reply.statusCode,
    responseHeaders: reply.headers,
    responseBody: decode(reply),
  }
}

/** Null for a request without a body; undefined for bytes, which no schema describes. */
function textOf(payload: InjectOptions['payload']): string | null | undefined {
  if (payload === undefined) return null
  return typeof payload === 'string' ? payload : undefined
}

function lowerCase(headers: NonNullable<InjectOptions['headers']>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

function decode({ headers, rawPayload }: LightMyRequestResponse): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(rawPayload).toString()
  return (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
}

/** The registered apps of an embedded provider that is reduced to a list. Nothing is rolled back with a transaction. */
function createTestClients(now: () => Date): NonNullable<OpenProviderClients> {
  const clients = new Map<string, Awaited<ReturnType<ProviderClients['list']>>[number]>()
  let secrets = 0
  const createSecret = () => `secret-of-a-service-${(secrets += 1)}`
  const open: ProviderClients = {
    list: async () => [...clients.values()],
    find: async (clientId) => clients.get(clientId) ?? null,
    create: async (client) => {
      clients.set(client.clientId, { ...client, createdAt: now() })
      return client.kind === 'service' ? createSecret() : null
    },
    update: async (clientId, settings) => {
      const client = clients.get(clientId)
      if (client !== undefined) clients.set(clientId, { ...client, ...settings })
    },
    renewSecret: async () => createSecret(),
    remove: async (clientId) => void clients.delete(clientId),
    listOrigins: async () => [...clients.values()].flatMap(({ origins }) => origins),
  }
  return () => open
}

export interface TestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Without the prefix: `/users/me`. */
  path: string
  /** The caller; anonymous if omitted. */
  as?: PersonName | TestClaims
  body?: unknown
  headers?: Record<string, string>
}

export interface TestApi {
  app: FastifyInstance
  contract: Contract
  gaps: readonly string[]
  database: Database
  clock: ReturnType<typeof createFixedClock>
  /** Sends a request to the API in this process; every response is validated against the contract. */
  request(request: TestRequest): Promise<LightMyRequestResponse>
  /** An access token of a person, or with custom claims. */
  tokenOf(who: PersonName | TestClaims): Promise<string>
  close(): Promise<void>
}

export interface TestApiOptions extends Partial<Omit<ApiOptions, 'config' | 'clock'>> {
  config?: Partial<Config>
  isTokenRevoked?: (tokenId: string) => Promise<boolean>
}

/** Files of a worker share it: compiling its validators again took each of them half a second. */
let contract: Contract | undefined

/**
 * The real server on a new in-memory database: create it in `beforeAll`, `close()` it in `afterAll`. Its clock is fixed at 2026-11-21T08:00:00Z, no
 * source is queried unless `connectors` are given, and no name is looked up.
 */
export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { config, isTokenRevoked, ...parts } = options
  const clock = createFixedClock('2026-11-21T08:00:00Z')
  const tokens = createTokenIssuer(clock, isTokenRevoked)
  const database = parts.database ?? (await createTestDatabase())
  contract ??= loadContract(readContractDocument())
  const openProviderClients = createTestClients(() => clock.now())
  const create = () =>
    createApi({
      openProviderClients,
      logger: createLogger('silent'),
      contract,
      verifier: tokens.verifier,
      connectors: [],
      checkResponses: true,
      webhooks: {
        ...createGuardedPost({ userAgent: 'auspex-test/1', resolve: async () => [], pause: async () => {} }),
        // other services accept what is sent to a room or a topic
        exchange: async () => ({ kind: 'answered', status: 200, retryAfterMs: null }),
      },
      background: false,
      sharesCounts: processCount() > 1,
      ...parts,
      config: { ...readConfig({ AUSPEX_SOURCES: 'demo', AUSPEX_REQUESTS_PER_MINUTE: '100000' }), ...config },
      database,
      clock,
    })
  const apis = await Promise.all(Array.from({ length: processCount() }, create))
  const [api] = apis as [Api] // at least one
  const app = apis.length > 1 ? takeTurns(apis) : api.app
  const prefixes = [parts.prefix ?? '/api', parts.assistantPrefix ?? '/assistant'] as const
  tapServer({ app, contract: api.contract, prefixes })
  const tokenOf = (person: PersonName | TestClaims) =>
    tokens.signToken(typeof person === 'string' ? people[person] : person)
  const send = async (prefix: string, { method, path, as, body, headers = {} }: TestRequest) =>
    app.inject({
      method,
      url: `${prefix}${path}`,
      headers: { ...(as === undefined ? {} : { authorization: `Bearer ${await tokenOf(as)}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as string | object }), // inject's type of a body
    })
  return {
    app,
    contract: api.contract,
    gaps: api.gaps,
    database,
    clock,
    tokenOf,
    // the contract's paths determine which of its services answers
    request: (request) => send(prefixes[request.path.startsWith('/v1/zeus/') ? 1 : 0], request),
    close: async () => {
      await Promise.all(apis.map((each) => each.close()))
      await database.close()
    },
  }
}

/** With AUSPEX_TEST_PROCESSES=3 requests rotate over three APIs that share only the database: what one keeps in memory, the others lack. */
function processCount(): number {
  return Number(process.env['AUSPEX_TEST_PROCESSES'] ?? 1)
}

/** The first of the APIs, except that requests from outside rotate over all of them; requests of an API to itself stay there. */
function takeTurns(apis: readonly Api[]): FastifyInstance {
  let turn = 0
  // every overload of `inject` rotates
  const inject = (...args: Parameters<FastifyInstance['inject']>) => apis[turn++ % apis.length]?.app.inject(...args)
  return Object.create(apis[0]?.app ?? null, { inject: { value: inject, writable: true } }) as FastifyInstance
}
