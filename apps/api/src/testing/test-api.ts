import { type Contract, loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createGuardedPost } from '@auspex/sources'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Database } from '../adapters/database/database.port.ts'
import { type Config, readConfig } from '../config/config.ts'
import { createFixedClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { type Api, type ApiOptions, createApi } from '../start.ts'
import { people, type PersonName } from './people.ts'
import { createTestClients } from './provider-clients.ts'
import { tapServer } from './tap.ts'
import { createTestDatabase } from './test-database.ts'
import { createTokenIssuer, type TestClaims } from './token-issuer.ts'

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
  const tokenOf = (who: PersonName | TestClaims) => tokens.signToken(typeof who === 'string' ? people[who] : who)
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
