import { type DatabaseLoad, type JobsOverview, listenTo } from '@auspex/api'
import type { Registry } from 'prom-client'

export interface MeasuredParts {
  readLoad(): DatabaseLoad
  /** Rejects while the database is away. */
  readJobs(): Promise<JobsOverview>
}

export interface Metrics {
  readonly contentType: string
  /** What Prometheus reads. */
  write(): Promise<string>
  close(): void
}

/** Reports take milliseconds, calls of 15 minutes are allowed. */
const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const workSeconds = [0.1, 1, 5, 15, 60, 300, 900]

/** Counts what the product tells of itself. The library is loaded here, so that who wants no metrics does not pay for it. */
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

/** What is read at the moment that Prometheus asks, by the function that is returned: all of it before any of it is written. */
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
  const places = new Gauge({
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
    places.set(load.places)
    statements.set({ state: 'running' }, load.running)
    statements.set({ state: 'waiting_interactive' }, load.waiting.interactive)
    statements.set({ state: 'waiting_analysis' }, load.waiting.analysis)
  }
}
