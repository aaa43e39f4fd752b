import type { Database, StatementPool } from './adapters/database/database.port.ts'
import type { TokenVerifier } from './adapters/identity/token-verifier.port.ts'
import type { JobsOverview } from './adapters/jobs/jobs.port.ts'
import type { Config } from './config/config.ts'
import type { Role } from './modules/background.ts'
import type { ModulesOptions } from './modules/modules.types.ts'
import type { ZeusAnalyst, ZeusLimits } from './modules/zeus/index.ts'
import { type Contract, loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createClient } from '@auspex/sdk'
import type { ReportBlockContent } from '@auspex/sdk/types'
import type { DocumentSource, HashtagSource, Medicine, PriceProvider, SeriesSource } from '@auspex/sources'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createTokenVerifier } from './adapters/identity/create-token-verifier.ts'
import { createProviderKeys } from './adapters/identity/provider-keys.ts'
import { createSmtpMailer } from './adapters/mail/smtp-mailer.ts'
import {
  createConnectors,
  createLiveSource,
  createMedicalSources,
  createPrices,
  createSourceClients,
  createVideoSources,
  createWebhooks,
} from './adapters/sources/create-connectors.ts'
import { addResourceMetadata, mountApi } from './http/api-scope.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createServer } from './http/create-server.ts'
import { listGaps } from './http/handlers.ts'
import { createPersonCalls } from './http/person-calls.ts'
import { createRequestCounter } from './http/request-counter.ts'
import { createTokenGate, createVerifiedTokens, type TokenGate } from './http/token-gate.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type CreateId, createRandomId } from './kernel/ids.ts'
import { createLogger, type Logger } from './kernel/logger.ts'
import { createModules } from './modules/create-modules.ts'
import { createSecurityLog, type SecurityLog } from './modules/people/index.ts'

export interface ApiOptions {
  config: Config
  /** Open and migrated; the caller closes it after `close()`. */
  database: Database
  logger?: Logger
  /** The loaded contract, for who starts several APIs: its validators are compiled on first use. By default a new one. */
  contract?: Contract
  clock?: Clock
  createId?: CreateId
  /** The sources that searches ask; by default those that the configuration switches on. */
  connectors?: readonly (DocumentSource | SeriesSource)[]
  /** Who is asked for prices; by default those that the configuration has keys for, and the keyless ones. */
  priceProviders?: readonly PriceProvider[]
  /** Who is asked for trials and articles, null for nobody; by default nobody in the mode `demo`. */
  medicine?: Medicine | null
  /** Who is asked for videos of a hashtag, in that order; by default nobody in the mode `demo`. */
  hashtagSources?: readonly HashtagSource[]
  /** Who posts alerts to addresses that people typed; by default the public internet alone. */
  webhooks?: ModulesOptions['webhooks']
  /** Who sends emails; by default the mail server that the configuration names. */
  mailer?: ModulesOptions['mailer']
  /** What is read as it is published; by default what the configuration switches on. */
  live?: ModulesOptions['live']
  /** When sources that are out are tried again; by default on a timer. */
  schedule?: ModulesOptions['schedule']
  /** Who verifies access tokens; by default the keys of `config.oidc.issuer`. */
  verifier?: TokenVerifier
  /** Tells whether the embedded provider revoked a token; asked with its `jti`. */
  isTokenRevoked?: (tokenId: string) => Promise<boolean>
  /** What other parts record in, too; the caller starts it, and closes it after `close()`. By default one of its own. */
  securityLog?: SecurityLog
  /** Accounts of the embedded provider. Default: accounts are another provider's. */
  providerAccounts?: ModulesOptions['providerAccounts']
  /** Apps of the embedded provider. Default: apps are registered at another provider. */
  openProviderClients?: ModulesOptions['openProviderClients']
  /** Who answers as Zeus; by default as the configuration says. */
  analyst?: ZeusAnalyst
  /** What people may use of Zeus; by default as the configuration says. */
  zeusLimits?: Partial<ZeusLimits>
  /** Where the operations are mounted; empty on a host of its own. Default: `/api`. */
  prefix?: string
  /** Where the operations of the assistant are mounted; empty on a host of its own. Default: `/assistant`. */
  assistantPrefix?: string
  /** The parts of the contract that this process answers. Default: both. */
  services?: readonly ('api' | 'assistant')[]
  /** What the process is for. Default: all. */
  role?: Role
  /** Whether requests are counted over all processes on this database. Default: when the process has a role of its own. */
  sharesCounts?: boolean
  /** Whether documents are prepared and read while the server runs. Default: true. */
  background?: boolean
  /** Whether work that requests queue is done while the server runs. Default: as `background`. */
  jobs?: boolean
  /** Checks every reply against the contract; for tests. Default: false. */
  checkResponses?: boolean
}

export interface Api {
  /** The server, not yet listening; more may be registered on it until it is ready. */
  app: FastifyInstance
  contract: Contract
  /** Operations of the contract that this server answers with 501. */
  gaps: readonly string[]
  /** Answers a raw request, for a server that carries other parts as well. Call `app.ready()` first. */
  handler(request: IncomingMessage, response: ServerResponse): void
  /** What waits and runs in the queue of jobs; rejects while the database is away. */
  readJobs(): Promise<JobsOverview>
  /** From now on the process is not ready, so that balancers send it nothing more; it answers as before. */
  announceStop(): void
  /** Ends what stays open by itself: event streams and answers that are being written. Everything else is answered as before. */
  endStreams(): Promise<void>
  /** Stops running searches, lets replies finish, closes the server. The database stays open. */
  close(): Promise<void>
}

/** The composition root: builds every part from the configuration and joins them. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, database, clock = systemClock, createId = createRandomId } = options
  const logger = options.logger ?? createLogger(config.logLevel)
  const stopping = new AbortController()
  let isStopping = false
  const contract = options.contract ?? loadContract(readContractDocument())
  const verifier = options.verifier ?? createConfiguredVerifier(options, clock)
  const securityLog = options.securityLog ?? createSecurityLog({ database, clock, createId, log: logger })
  const prefixes = { api: options.prefix ?? '/api', assistant: options.assistantPrefix ?? '/assistant' }
  const personCalls = createPersonCalls({
    prefix: prefixes.api,
    fetch: createInProcessFetch(() => app),
    findPerson: (userId) => modules.findPerson(userId),
  })
  const modules = createModules({
    ...connectOutside(options, clock),
    schedule: options.schedule,
    analyst: options.analyst,
    zeusLimits: options.zeusLimits,
    config,
    database,
    clock,
    createId,
    log: logger,
    securityLog,
    openPersonSession: personCalls.open,
    isBlockContent: createBlockCheck(contract),
    isStopping: () => isStopping,
  })
  await modules.ensureSources()
  const app = createServer(logger, config)
  const endStreams = async () => {
    stopping.abort()
    await modules.endRuns()
  }
  addLifecycle(app, { options, modules, logger, securityLog, endStreams })
  const sharedCounts = (options.sharesCounts ?? (options.role ?? 'all') !== 'all') ? database.pool : null
  const authenticate = createAuthenticate({
    verifier,
    gate: createGate({ config, clock, sharedCounts }),
    findActor: modules.findActor,
    findTokenOwner: modules.findTokenOwner,
  })
  const shared = {
    handlers: modules.handlers,
    contract,
    authenticate: personCalls.authenticate(authenticate),
    findAccess: modules.access.find,
    runOnce: modules.runOnce,
    checkResponses: options.checkResponses ?? false,
    stopping: stopping.signal,
    recordSecurityEvent: securityLog.record,
    createClient: createClientFactory(config, { app, prefix: prefixes.api }),
    publicUrl: config.publicUrl,
    isAllowedOrigin: async (origin: string) => config.corsOrigins.includes(origin) || modules.isClientOrigin(origin),
    requestsPerMinute: config.requestsPerMinute,
    sharedCounts,
  }
  for (const service of options.services ?? (['api', 'assistant'] as const))
    await mountApi(app, { ...shared, service, prefix: prefixes[service] })
  addResourceMetadata(app, { publicUrl: config.publicUrl, issuer: config.oidc.issuer })
  return {
    app,
    contract,
    gaps: listGaps(modules.handlers),
    handler: (request, response) => app.routing(request, response),
    readJobs: modules.readJobs,
    announceStop: () => {
      isStopping = true
    },
    endStreams,
    close: () => app.close(),
  }
}

/** What the modules reach outside of this process and its database: what the caller passes, or else what the configuration names. */
function connectOutside(options: ApiOptions, clock: Clock) {
  const { config } = options
  const clients = createSourceClients(config, clock)
  return {
    connectors: options.connectors ?? createConnectors(config, clock, clients),
    priceProviders: options.priceProviders ?? createPrices(config, clock, clients),
    medicine: options.medicine === undefined ? createMedicalSources(config, clients) : options.medicine,
    hashtagSources: options.hashtagSources ?? createVideoSources(config, clock, clients),
    webhooks: options.webhooks ?? createWebhooks(config),
    mailer: options.mailer ?? (config.mail === null ? null : createSmtpMailer(config.mail)),
    live: options.live ?? createLiveSource(config, clock),
    providerAccounts: options.providerAccounts ?? accountsElsewhere,
    openProviderClients: options.openProviderClients ?? null,
  } satisfies Partial<ModulesOptions>
}

/** Accounts of another provider cannot be changed from here. */
const accountsElsewhere: ModulesOptions['providerAccounts'] = {
  remove: async () => {},
  setDisabled: async () => {},
  isSuspended: async () => false,
}

/** Starts background work once the server is ready, and ends it before the server closes. */
function addLifecycle(
  app: FastifyInstance,
  {
    options,
    modules,
    logger,
    securityLog,
    endStreams,
  }: {
    options: ApiOptions
    modules: ReturnType<typeof createModules>
    logger: Logger
    securityLog: SecurityLog
    endStreams: () => Promise<void>
  },
): void {
  const isOwnLog = options.securityLog === undefined
  if (options.background ?? true) {
    app.addHook('onReady', async () => {
      modules.background.begin(options.role ?? 'all')
      if (isOwnLog) securityLog.start()
    })
  } else if (options.jobs ?? false) {
    app.addHook('onReady', () => modules.background.beginAwaited())
  }
  app.addHook('onReady', async () => {
    await modules.settleBrokenRuns().catch((error: unknown) => {
      logger.warn(
        { err: error },
        'answers that an earlier process broke off could not be ended; the next question ends them',
      )
    })
  })
  if (isOwnLog) app.addHook('onClose', async () => securityLog.close())
  app.addHook('preClose', async () => {
    await endStreams()
    await modules.background.end()
  })
}

function createGate({
  config: { requestsPerMinute },
  clock,
  sharedCounts,
}: {
  config: Config
  clock: Clock
  sharedCounts: StatementPool | null
}): TokenGate {
  return createTokenGate({
    refusals: createRequestCounter({
      name: 'refused-token',
      // people make few requests that are refused: one as their token expires
      points: Math.ceil(requestsPerMinute / 4),
      shared: sharedCounts,
    }),
    shared: sharedCounts === null ? null : createVerifiedTokens(sharedCounts),
    clock,
  })
}

/** Creates clients that call the product API as the caller whose authorization they get: in this process, unless the API is elsewhere. */
function createClientFactory({ apiUrl }: Config, { app, prefix }: { app: FastifyInstance; prefix: string }) {
  const fetch = apiUrl === null ? createInProcessFetch(() => app) : globalThis.fetch
  const baseUrl = apiUrl?.href.replace(/\/$/, '') ?? `http://127.0.0.1${prefix}`
  return (authorization: string) =>
    createClient({
      baseUrl,
      fetch,
      auth: { getToken: () => authorization.replace(/^bearer +/i, '') },
      // somebody waits for what is done with it: what is not there for now is said and not waited for
      retry: { maxRetryAfterMs: 1_000 },
    })
}

function createConfiguredVerifier({ config, isTokenRevoked }: ApiOptions, clock: Clock): TokenVerifier {
  const { issuer, audience, jwksUrl, claimPaths } = config.oidc
  return createTokenVerifier({
    issuer,
    audience,
    claimPaths,
    clock,
    keys: createProviderKeys({ issuer, jwksUrl }),
    isRevoked: isTokenRevoked,
  })
}

/** The validator of `measureReportBlock`'s request body: blocks inside a text are validated like blocks in a request. */
function createBlockCheck({ operations }: Contract): (value: unknown) => value is ReportBlockContent {
  const body = operations.find(({ id }) => id === 'measureReportBlock')?.body?.types.get('application/json')
  if (body === undefined) throw new TypeError('The contract has no measureReportBlock that takes JSON')
  return (value): value is ReportBlockContent => body.check({ content: value }).length === 0
}

type Server = Pick<FastifyInstance, 'inject'>

/** A `fetch` that calls the server of this process without a socket, through everything an external request passes. Ignores the host of the URL. */
export function createInProcessFetch(server: () => Server): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    request.signal.throwIfAborted()
    const reply = await server().inject({
      method: request.method as 'GET', // the SDK uses only methods that the server knows
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
