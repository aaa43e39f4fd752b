import type { Provenance, ServiceStatus, Readiness, ReadyPart } from '@auspex/sdk/types'
import type { Handlers } from '../handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../../modules/library/index.ts'
import { hasDemoEnded } from '../../modules/library/index.ts'
import { CodedError } from '../../kernel/errors.ts'

/** Longer than one statement may block the embedded engine, shorter than the time-out of load balancers. */
const answerWithinMs = 5_000

export interface HealthOptions {
  version: string
  database: ServiceStatus['database']
  /** The configured mode. */
  sources: ServiceStatus['sources']
  provenance: () => Promise<Provenance>
  documents: DocumentsModule
  clock: Clock
  /** The parts that requests need, checked by `getReadiness`. */
  needed: readonly NeededPart[]
  /** Whether everything is prepared for fast and complete searches. */
  isPrepared: () => boolean
  /** Whether the process is shutting down: load balancers should send it no more requests. */
  isStopping: () => boolean
}

/** How long counts are cached, in milliseconds: monitors poll often, and need no token. */
const freshMs = 2000

/** Whether the service answers. Without sign-in, so responses name no person and no topic. */
export function createHealthOperations(options: HealthOptions) {
  const { version, database, sources: mode, provenance, documents, clock, isPrepared, isStopping } = options
  const probeDependencies = createReadiness(options.needed, { isStopping })
  const readCounts = remember(clock, freshMs, async () => {
    const [library, { pending, done, pendingWords }, shownProvenance] = await Promise.all([
      documents.librarySummary(),
      documents.enrichmentProgress(),
      provenance(),
    ])
    const sources = library.sources.filter(({ sourceKey }) => (sourceKey === 'demo') === (shownProvenance === 'demo'))
    const total = sources.reduce((sum, source) => sum + source.documents, 0)
    const demoEnded = hasDemoEnded(shownProvenance, library)
    return { documents: total, provenance: shownProvenance, demoEnded, enrichment: { pending, done, pendingWords } }
  })
  return {
    getLiveness: () => ({ status: 200, body: { status: 'live' } }),
    getReadiness: async () => ({ status: 200, body: await probeDependencies() }),
    getStatus: async () => ({
      status: 200,
      body: {
        status: isPrepared() ? 'ok' : 'starting',
        version,
        now: clock.now().toISOString(),
        database,
        sources: mode,
        ...(await readCounts()),
      },
    }),
  } satisfies Partial<Handlers>
}

/** Runs the work at most once in the given time; calls in between share its result. A failure is not cached. */
export function remember<T>(clock: Clock, forMs: number, work: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined
  return () => {
    const now = clock.now().getTime()
    if (last === undefined || last.until <= now) {
      const entry = { answer: work(), until: now + forMs }
      last = entry
      entry.answer.catch(() => {
        if (last === entry) last = undefined
      })
    }
    return last.answer
  }
}

/** A part that requests need. */
interface NeededPart {
  name: ReadyPart['name']
  /** As written at the beginning of a sentence. */
  label: string
  ask: () => Promise<unknown>
}

/** Checks every part; throws `health.not_ready` naming those that failed or did not answer in time, and as soon as the process is shutting down. */
export function createReadiness(
  parts: readonly NeededPart[],
  { withinMs = answerWithinMs, isStopping = () => false }: { withinMs?: number; isStopping?: () => boolean } = {},
): () => Promise<Readiness> {
  const probes = parts.map((part) => ({ part, probe: createProbe(part, withinMs) }))
  return async () => {
    if (isStopping()) throw notReady('The server is stopping')
    const answers = await Promise.all(probes.map(async ({ part, probe }) => ({ part, milliseconds: await probe() })))
    const silentParts = answers.filter(({ milliseconds }) => milliseconds === null).map(({ part }) => part)
    if (silentParts.length > 0) throw notReady(silentParts.map(({ label }) => `${label} does not answer`).join('. '))
    return {
      status: 'ready',
      parts: answers.map(({ part, milliseconds }) => ({ name: part.name, milliseconds: milliseconds ?? 0 })),
    }
  }
}

/**
 * Resolves with the milliseconds that the part took, null when it failed or was too slow. Only one check is open at a time: monitors continue to poll
 * through an outage, and the checks must not pile up for when the part is back.
 */
function createProbe({ ask }: NeededPart, withinMs: number): () => Promise<number | null> {
  let open: Promise<number | null> | null = null
  const begin = async (): Promise<number | null> => {
    const began = performance.now()
    try {
      await ask()
      return Math.round(performance.now() - began)
    } catch {
      return null
    } finally {
      open = null
    }
  }
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const tooSlow = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, withinMs, null)
    })
    try {
      return await Promise.race([(open ??= begin()), tooSlow])
    } finally {
      clearTimeout(timer)
    }
  }
}

function notReady(title: string): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'health.not_ready',
    title,
    detail: 'Send requests to another process until this one is ready.',
    retryAfterSeconds: 5,
  })
}
