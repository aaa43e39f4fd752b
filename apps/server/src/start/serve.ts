import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApiOptions, Role, SecurityFacts } from '@auspex/api'
import type { Config } from '@auspex/api/config'
import { openDatabase } from '@auspex/api/database'
import { createLogger } from '@auspex/api/logger'
import { openGateway, type Gateway } from '../gateway/gateway.ts'
import { ensureShared, removeServerFile, writeServerFile } from './server-file.ts'
import { createStaticSite } from '../site/static-site.ts'
import { buildWeb, isWebStale, webFolder } from '../site/web-build.ts'
import { answerProblem, type Handler } from '../gateway/guard-answer.ts'

/** Requests that monitors send to every process. */
const healthPath = /^\/api\/health\/\w+(\?|$)/

/** How long a request may still take when its process stops; a report of a large library takes less. */
const maxAnswerMs = 20_000

export interface Serving {
  /** Where the generated passwords are, if this was the first start. */
  readonly firstRunPath: string | null
  /** Resolves with the reason if an essential part dies. */
  readonly crashed: Promise<Error>
  /** With `drain`, waits `AUSPEX_DRAIN_SECONDS` first for a balancer to notice. Every accepted request is answered. */
  close(options?: { drain?: boolean }): Promise<void>
}

/**
 * Starts every part behind one port. If a part fails, the parts opened before it are closed again. Without the web app nothing is
 * built, for programs that only use the API.
 */
export async function serve(
  config: Config,
  { withWeb = true, role = 'all' }: { withWeb?: boolean; role?: Role } = {},
): Promise<Serving> {
  ensureShared(role, config)
  const hasPages = role === 'all' || role === 'api'
  const closers: (() => Promise<void> | void)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const publicUrl = config.publicUrl.origin
    const log = createLogger(config.logLevel)
    const gateway = await openGateway({ host: config.host, port: config.port, publicUrl, log })
    closers.push(gateway.close)
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })

    let loading: ReturnType<typeof loadParts> | null = null
    const load = () => (loading ??= loadParts())
    const database = await step('Opening the database', () =>
      openDatabase({
        databaseUrl: config.databaseUrl,
        dataDir: config.dataDir,
        documents: config.documentsUrl,
        // `await load()` below reports the failure; here it would be an unhandled rejection
        onStarting: () => void load().catch(() => null),
        log,
      }),
    )
    closers.push(database.close)
    const { createApi, createSecurityLog, startIdentity, openTraces, openMetrics, ...parts } = await load()

    // opened before everything that records in it, and closed after all of that
    const securityLog = createSecurityLog({ database, log })
    closers.push(securityLog.close)
    securityLog.start()
    securityLog.record({ name: 'server.started', facts: describeSettings(config) })
    closers.push(() => securityLog.record({ name: 'server.stopped' }))

    // a worker answers no signed-in people
    const identity =
      config.oidc.isExternal || role === 'worker'
        ? null
        : await step('Starting the identity provider', () => startIdentity(config, database, log, securityLog.record))
    if (identity) {
      closers.push(identity.close)
      if (hasPages) gateway.mount('/identity', identity.provider.handler)
    }
    const api = await step('Starting the API', async () => {
      const created = await createApi({
        config,
        database,
        logger: log,
        securityLog,
        role,
        contract: parts.contract,
        ...(!config.oidc.isExternal && {
          providerAccounts: embeddedAccounts(config, parts.createAccountAdministration({ database: database.pool })),
          openProviderClients: (statements) => parts.createClientAdministration({ database: statements }),
        }),
        ...(identity && { isTokenRevoked: identity.provider.isRevoked }),
      })
      await created.app.ready()
      return created
    })
    closers.push(api.close)
    let isDrained = false
    const drain = async (ms: number): Promise<void> => {
      isDrained = true
      api.announceStop()
      gateway.endConnections()
      if (ms > 0) await delay(ms)
      await api.endStreams()
      await gateway.drain(maxAnswerMs)
    }
    // accepted requests are answered before any part closes
    closers.push(() => (isDrained ? undefined : drain(0)))
    const traces = await openTraces(config)
    if (traces !== null) closers.push(traces.close)
    const { readLoad } = database
    const metrics = await openMetrics({ config, mount: gateway.mount, log, readLoad, readJobs: api.readJobs })
    if (metrics !== null) closers.push(metrics.close)
    mountOperationsOf(role, gateway.mount, api.handler)
    if (hasPages)
      gateway.mount('/docs', parts.createDocsSite({ prefix: '/docs', servers: parts.listServers(config.publicUrl) }))

    if (withWeb && hasPages) {
      if (isWebStale()) await step('Building the web app', buildWeb)
      const { issuer, clientId, scopes } = config.oidc
      const webConfig = { issuer, clientId, scopes, apiBaseUrl: '/api', assistantUrl: '/assistant' }
      gateway.mount('/', createStaticSite({ folder: webFolder, config: webConfig, publicUrl }))
    }

    if (role === 'all') {
      writeServerFile(config.dataDir, { pid: process.pid, url: publicUrl, issuer: config.oidc.issuer })
      closers.push(() => removeServerFile(config.dataDir))
    }
    return {
      firstRunPath: identity?.firstRunPath ?? null,
      crashed: database.crashed,
      async close(options = {}) {
        if (options.drain === true) await drain(config.drainSeconds * 1000)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Parts = Awaited<ReturnType<typeof loadParts>>

/** Loads what needs an open database: with the start of the engine's thread, instead of before it, since each takes about a second. */
async function loadParts() {
  const [
    { createApi, createSecurityLog },
    { createAccountAdministration, createClientAdministration },
    { startIdentity },
    { openMetrics },
    { openTraces },
    { createDocsSite, listServers },
    { loadContract },
    { readContractDocument },
  ] = await Promise.all([
    import('@auspex/api'),
    import('@auspex/identity'),
    import('../identity/start-identity.ts'),
    import('../metrics/open-metrics.ts'),
    import('../traces/open-traces.ts'),
    import('../docs/docs-site.ts'),
    import('@auspex/contract'),
    import('@auspex/contract/file'),
  ])
  const contract = loadContract(readContractDocument())
  contract.prepare()
  return {
    contract,
    createApi,
    createSecurityLog,
    createAccountAdministration,
    createClientAdministration,
    startIdentity,
    openMetrics,
    openTraces,
    createDocsSite,
    listServers,
  }
}

/** Prints the steps of the start, one per line, with the duration if it is long enough to matter. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  process.stdout.write(`  ${name} …`)
  try {
    const result = await work()
    const ms = performance.now() - started
    process.stdout.write(ms >= 1000 ? ` ${(ms / 1000).toFixed(1)} s\n` : ' done\n')
    return result
  } catch (error) {
    process.stdout.write(' failed\n')
    throw error
  }
}

/** Changes accounts of the embedded provider only: people who sign in elsewhere, or once did, have their account there. */
function embeddedAccounts(
  { oidc }: Config,
  accounts: ReturnType<Parts['createAccountAdministration']>,
): NonNullable<ApiOptions['providerAccounts']> {
  return {
    remove: async ({ issuer, subject }) => {
      if (issuer === oidc.issuer) await accounts.remove(subject)
    },
    setDisabled: async ({ issuer, subject }, isDisabled) => {
      if (issuer === oidc.issuer) await accounts.setDisabled(subject, isDisabled)
    },
    isSuspended: async ({ issuer, subject }) => issuer === oidc.issuer && accounts.isSuspended(subject),
  }
}

/** The settings that determine who may connect and from where, for the security log: comparing two starts shows what changed. Contains no secrets. */
function describeSettings(config: Config): SecurityFacts {
  return {
    publicUrl: config.publicUrl.origin,
    host: config.host,
    signIn: config.oidc.isExternal ? new URL(config.oidc.issuer).host : 'embedded',
    audience: config.oidc.audience,
    corsOrigins: config.corsOrigins,
    trustProxy: String(config.trustProxy),
    requestsPerMinute: config.requestsPerMinute,
    database: config.databaseUrl === undefined ? 'embedded' : 'postgresql',
    documents: config.documentsUrl === undefined ? 'database' : config.documentsUrl.split(':', 1).join(''),
    sources: config.sources,
  }
}

/** Mounts the operations that a process of this role answers; the parts of other roles are loaded but not reachable. */
function mountOperationsOf(role: Role, mount: Gateway['mount'], handler: Handler): void {
  const isOpen = { api: role === 'all' || role === 'api', assistant: role !== 'worker' }
  mount('/api', isOpen.api ? handler : refuseUnlessHealth(role, handler))
  if (isOpen.api) mount('/.well-known/oauth-protected-resource', handler)
  if (isOpen.assistant) mount('/assistant', handler)
  if (role === 'worker') mount('/', refuse(role))
}

function refuseUnlessHealth(role: Role, handler: Handler): Handler {
  const refuseRequest = refuse(role)
  return (request, response) => (healthPath.test(request.url ?? '') ? handler : refuseRequest)(request, response)
}

function refuse(role: Role): Handler {
  return (_request, response) =>
    answerProblem(response, {
      status: 404,
      code: 'request.not_found',
      title: 'This process does not answer that',
      detail: `It was started with --role ${role}. Ask one that was started with --role api.`,
    })
}
