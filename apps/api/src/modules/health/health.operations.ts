import type { Provenance, ServiceStatus } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createReadiness, type NeededPart } from './readiness.ts'
import { remember } from './remember.ts'

export interface HealthOptions {
  version: string
  database: ServiceStatus['database']
  /** The mode that the configuration asks for. */
  sources: ServiceStatus['sources']
  provenance: () => Promise<Provenance>
  documents: Pick<DocumentsModule, 'librarySummary' | 'enrichmentProgress'>
  clock: Clock
  /** What requests need, asked by `getReadiness`. */
  needed: readonly NeededPart[]
  /** Whether everything that must be prepared before searches are quick and complete is there. */
  isPrepared: () => boolean
  /** Whether the process was told to stop: balancers should send it nothing more. */
  isStopping: () => boolean
}

/** Milliseconds for which counts are good enough: monitors ask often, and need no token. */
const freshMs = 2000

/** Whether the service answers. Without sign-in, so nothing here names a person or a topic. */
export function createHealthOperations(
  options: HealthOptions,
): Pick<Handlers, 'getStatus' | 'getLiveness' | 'getReadiness'> {
  const { version, database, sources: mode, provenance, documents, clock, isPrepared, isStopping } = options
  const askParts = createReadiness(options.needed, { isStopping })
  const readCounts = remember(clock, freshMs, async () => {
    const [library, { pending, done, pendingWords }, shown] = await Promise.all([
      documents.librarySummary(),
      documents.enrichmentProgress(),
      provenance(),
    ])
    const sources = library.sources.filter(({ sourceKey }) => (sourceKey === 'demo') === (shown === 'demo'))
    const total = sources.reduce((sum, source) => sum + source.documents, 0)
    return { documents: total, provenance: shown, enrichment: { pending, done, pendingWords } }
  })
  return {
    getLiveness: () => ({ status: 200, body: { status: 'live' } }),
    getReadiness: async () => ({ status: 200, body: await askParts() }),
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
  }
}
