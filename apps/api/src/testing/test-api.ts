import type { Contract } from '@auspex/contract'
import { createGuardedPost } from '@auspex/sources'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Database } from '../adapters/database/database.port.ts'
import { type Config, readConfig } from '../config/config.ts'
import { createFixedClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { type Api, type ApiOptions, createApi } from '../start.ts'
import { people, type PersonName } from './people.ts'
import { tapServer } from './tap.ts'
import { createTestDatabase } from './test-database.ts'
import { createTokenIssuer, type TestClaims } from './token-issuer.ts'

export interface TestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Without the prefix: `/users/me`. */
  path: string
  /** Who asks; nobody when left out. */
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
  /** Sends a request to the API in this process; every reply is checked against the contract. */
  request(request: TestRequest): Promise<LightMyRequestResponse>
  /** An access token of a person, or with claims of one's own. */
  tokenOf(who: PersonName | TestClaims): Promise<string>
  close(): Promise<void>
}

export interface TestApiOptions extends Partial<Omit<ApiOptions, 'config' | 'clock'>> {
  config?: Partial<Config>
  isTokenRevoked?: (tokenId: string) => Promise<boolean>
}

/**
 * The real server on a fresh in-memory database: make it in `beforeAll`, `close()` it in `afterAll`. Its clock stands
 * at 2026-11-21T08:00:00Z, no source is asked unless `connectors` are given, and no name is looked up.
 */
export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { config, isTokenRevoked, ...parts } = options
  const clock = createFixedClock('2026-11-21T08:00:00Z')
  const tokens = createTokenIssuer(clock, isTokenRevoked)
  const database = parts.database ?? (await createTestDatabase())
  const create = () =>
    createApi({
      logger: createLogger('silent'),
      verifier: tokens.verifier,
      connectors: [],
      checkResponses: true,
      webhooks: createGuardedPost({ userAgent: 'auspex-test/1', resolve: async () => [], pause: async () => {} }),
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
      ...(body === undefined ? {} : { payload: body as string | object }), // what inject calls a body
    })
  return {
    app,
    contract: api.contract,
    gaps: api.gaps,
    database,
    clock,
    tokenOf,
    // the contract's paths say which of its services answers
    request: (request) => send(prefixes[request.path.startsWith('/v1/zeus/') ? 1 : 0], request),
    close: async () => {
      await Promise.all(apis.map((each) => each.close()))
      await database.close()
    },
  }
}

/** With AUSPEX_TEST_PROCESSES=3 requests go to three APIs in turn, which share nothing but the database: what one of them only remembers, another lacks. */
function processCount(): number {
  return Number(process.env['AUSPEX_TEST_PROCESSES'] ?? 1)
}

/** The first of the APIs, except that requests from outside go to all of them in turn; what an API asks of itself it goes on answering itself. */
function takeTurns(apis: readonly Api[]): FastifyInstance {
  let turn = 0
  // one of the forms of `inject`: all of them take their turn
  const inject = (...args: Parameters<FastifyInstance['inject']>) => apis[turn++ % apis.length]?.app.inject(...args)
  return Object.create(apis[0]?.app ?? null, { inject: { value: inject, writable: true } }) as FastifyInstance
}
