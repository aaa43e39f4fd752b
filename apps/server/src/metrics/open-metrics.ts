import { type Config, type DatabaseLoad, type JobsOverview, listenTo } from '@auspex/api'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { PortInUseError } from '../gateway/gateway.ts'
import { answerProblem, type FailureLog, guardAnswer, type Handler } from '../gateway/guard-answer.ts'

/** Reports take milliseconds, but calls of up to 15 minutes are allowed. */
const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const workSeconds = [0.1, 1, 5, 15, 60, 300, 900]

export interface MetricsOptions extends MeasuredParts {
  config: Pick<Config, 'metrics'>
  mount(prefix: string, handler: Handler): void
  log: FailureLog
}

/**
 * Serves metrics to Prometheus as configured: on a port that only this machine can reach, or at `/metrics` on the public port with a
 * token. Null if neither is configured.
 */
export async function openMetrics({
  config: { metrics: settings },
  mount,
  log,
  ...parts
}: MetricsOptions): Promise<{ close(): Promise<void> } | null> {
  const { port, token } = settings
  if (port === null && token === null) return null
  const metrics = await createMetrics(parts)
  if (token !== null) mount('/metrics', answerMetrics(metrics, token))
  const closePort = port === null ? async () => {} : await listen(port, answerMetrics(metrics, null), log)
  return {
    async close() {
      metrics.close()
      await closePort()
    },
  }
}

async function listen(port: number, handler: Handler, log: FailureLog): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void guardAnswer(handler, { request, response, log }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port, 'AUSPEX_METRICS_PORT') : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

/** Answers `GET /metrics`; if a token is set, only to callers that send it as a bearer token. */
function answerMetrics(metrics: Pick<Metrics, 'contentType' | 'write'>, token: string | null): Handler {
  return async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return answerProblem(response, {
        status: 404,
        code: 'request.not_found',
        title: 'There is nothing at this address',
        detail: 'Metrics are read with GET /metrics.',
      })
    if (token !== null && !isBearer(request.headers.authorization, token))
      return answerProblem(response, {
        status: 401,
        code: 'metrics.unauthenticated',
        title: 'Metrics need their token',
        detail: 'Send AUSPEX_METRICS_TOKEN as a bearer token.',
        headers: { 'www-authenticate': 'Bearer' },
      })
    const text = await metrics.write()
    return response
      .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .end(request.method === 'HEAD' ? undefined : text)
  }
}

/** Compares hashes of equal length, so that the timing reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, sentToken = ''] = /^bearer +(.+)$/i.exec(header ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(sentToken), hash(token))
}

interface MeasuredParts {
  readLoad(): DatabaseLoad
  /** Rejects while the database is unreachable. */
  readJobs(): Promise<JobsOverview>
}

interface Metrics {
  readonly contentType: string
  /** The text for Prometheus. */
  write(): Promise<string>
  close(): void
}

/** Creates the product's metrics. The library is loaded here, so that installations without metrics do not pay for it. */
export async function createMetrics(parts: MeasuredParts): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'auspex_http_requests_total',
    help: 'Requests that were answered, by operation of the contract (none for other addresses) and status.',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  const requestTimes = new Histogram({
    name: 'auspex_http_request_duration_seconds',
    help: 'Time until the whole answer was sent, by operation.',
    labelNames: ['operation'] as const,
    buckets: requestSeconds,
    registers,
  })
  const jobs = new Histogram({
    name: 'auspex_job_duration_seconds',
    help: 'Attempts of jobs that ended, by queue and outcome.',
    labelNames: ['queue', 'outcome'] as const,
    buckets: workSeconds,
    registers,
  })
  const sources = new Counter({
    name: 'auspex_source_attempts_total',
    help: 'Attempts to reach a source, by source and outcome.',
    labelNames: ['source', 'outcome'] as const,
    registers,
  })
  const searches = new Histogram({
    name: 'auspex_search_duration_seconds',
    help: 'Searches that ended, by outcome.',
    labelNames: ['outcome'] as const,
    buckets: workSeconds,
    registers,
  })
  const unsubscribe = [
    listenTo('request', ({ operation, status, milliseconds }) => {
      const name = operation ?? 'none'
      requests.inc({ operation: name, status: String(status) })
      requestTimes.observe({ operation: name }, milliseconds / 1000)
    }),
    listenTo('job', ({ queue, outcome, milliseconds }) => jobs.observe({ queue, outcome }, milliseconds / 1000)),
    listenTo('source', ({ source, outcome }) => sources.inc({ source, outcome })),
    listenTo('search', ({ outcome, milliseconds }) => searches.observe({ outcome }, milliseconds / 1000)),
  ]
  const refresh = await addGauges(registry, parts)
  return {
    contentType: registry.contentType,
    async write() {
      await refresh()
      return registry.metrics()
    },
    close: () => unsubscribe.forEach((stop) => stop()),
  }
}

/** Adds gauges that are read when Prometheus scrapes, by the returned function, which reads all of them before any is written. */
async function addGauges(registry: Registry, { readLoad, readJobs }: MeasuredParts): Promise<() => Promise<void>> {
  const { Gauge } = await import('prom-client')
  const registers = [registry]
  const waitingJobs = new Gauge({
    name: 'auspex_jobs_waiting',
    help: 'Jobs that wait, by queue; absent for none.',
    labelNames: ['queue'] as const,
    registers,
  })
  const runningJobs = new Gauge({
    name: 'auspex_jobs_running',
    help: 'Jobs that run in all processes, by queue; absent for none.',
    labelNames: ['queue'] as const,
    registers,
  })
  const database = new Gauge({
    name: 'auspex_database_up',
    help: '1 when the database answered just now, 0 when it did not; then the jobs are not known and absent.',
    registers,
  })
  const statements = new Gauge({
    name: 'auspex_database_statements',
    help: 'Statements and transactions of this process: running, and waiting for a place by workload.',
    labelNames: ['state'] as const,
    registers,
  })
  const capacity = new Gauge({
    name: 'auspex_database_places',
    help: 'Statements and transactions of this process that may run at once.',
    registers,
  })
  return async () => {
    const overview = await readJobs().catch(() => null)
    database.set(overview === null ? 0 : 1)
    waitingJobs.reset()
    runningJobs.reset()
    for (const [queue, count] of Object.entries(overview?.waiting ?? {})) waitingJobs.set({ queue }, count)
    for (const { queue } of overview?.running ?? []) runningJobs.inc({ queue })
    const load = readLoad()
    capacity.set(load.places)
    statements.set({ state: 'running' }, load.running)
    statements.set({ state: 'waiting_interactive' }, load.waiting.interactive)
    statements.set({ state: 'waiting_analysis' }, load.waiting.analysis)
  }
}
