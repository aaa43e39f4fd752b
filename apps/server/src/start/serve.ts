import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccountAdministration } from '@auspex/identity'
import {
  type ApiOptions,
  type Config,
  createApi,
  createLogger,
  createSecurityLog,
  type Database,
  openDatabase,
  type Role,
} from '@auspex/api'
import { createDocsSite, listServers } from '../docs/docs-site.ts'
import { describeSettings } from './describe-settings.ts'
import { startIdentity } from '../identity/start-identity.ts'
import { openMetrics } from '../metrics/open-metrics.ts'
import { openTraces } from '../traces/open-traces.ts'
import { openGateway } from '../gateway/gateway.ts'
import { mountOperationsOf } from './role-mounts.ts'
import { ensureShared } from './roles.ts'
import { removeServerFile, writeServerFile } from './server-file.ts'
import { createStaticSite } from '../site/static-site.ts'
import { buildWeb, isWebStale, webFolder } from '../site/web-build.ts'

/** What a request may still take when its process stops; a report of a large library is measured in less. */
const longestAnswerMs = 20_000

export interface Serving {
  /** Where the generated passwords are, when this was the first start. */
  readonly firstRunPath: string | null
  /** Resolves with the reason when a part dies that nothing works without. */
  readonly crashed: Promise<Error>
  /** With `drain`, a balancer is given `AUSPEX_DRAIN_SECONDS` to notice first. Every request that was taken is answered. */
  close(options?: { drain?: boolean }): Promise<void>
}

/**
 * Starts every part behind one port. What was opened is closed again when a later part fails. Without the web app nothing
 * is built: for programs that only talk to the API.
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

    const database = await step('Opening the database', () =>
      openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, documents: config.documentsUrl, log }),
    )
    closers.push(database.close)

    // before everything that records in it, and closed after all of that
    const securityLog = createSecurityLog({ database, log })
    closers.push(securityLog.close)
    securityLog.start()
    securityLog.record({ name: 'server.started', facts: describeSettings(config) })
    closers.push(() => securityLog.record({ name: 'server.stopped' }))

    // a worker answers nobody who signed in
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
        ...(!config.oidc.isExternal && { providerAccounts: embeddedAccounts(config, database) }),
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
      await gateway.drain(longestAnswerMs)
    }
    // what it took is answered before any part closes
    closers.push(() => (isDrained ? undefined : drain(0)))
    const traces = await openTraces(config)
    if (traces !== null) closers.push(traces.close)
    const { readLoad } = database
    const metrics = await openMetrics({ config, mount: gateway.mount, log, readLoad, readJobs: api.readJobs })
    if (metrics !== null) closers.push(metrics.close)
    mountOperationsOf(role, gateway.mount, api.handler)
    if (hasPages) gateway.mount('/docs', createDocsSite({ prefix: '/docs', servers: listServers(config.publicUrl) }))

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

/** Prints what the start is doing: one line a step, with its time once it took long enough to matter. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  process.stdout.write(`  ${what} …`)
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

/** People who sign in elsewhere, or did before, have their account there. */
function embeddedAccounts(
  { oidc }: Config,
  { pool }: Pick<Database, 'pool'>,
): NonNullable<ApiOptions['providerAccounts']> {
  const accounts = createAccountAdministration({ database: pool })
  return {
    remove: async ({ issuer, subject }) => {
      if (issuer === oidc.issuer) await accounts.remove(subject)
    },
    setDisabled: async ({ issuer, subject }, isDisabled) => {
      if (issuer === oidc.issuer) await accounts.setDisabled(subject, isDisabled)
    },
  }
}
