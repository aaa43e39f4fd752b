import type { Provenance, ServiceStatus } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { LibraryCounts } from '../sources/index.ts'
import { remember } from './remember.ts'

export interface HealthOptions {
  version: string
  database: ServiceStatus['database']
  /** The mode that the configuration asks for. */
  sources: ServiceStatus['sources']
  provenance: () => Promise<Provenance>
  counts: LibraryCounts
  clock: Clock
}

/** Milliseconds for which counts are good enough: monitors ask often, and need no token. */
const freshMs = 2000

/** Whether the service answers; the only operation without sign-in, so it names no person and no topic. */
export function createHealthOperations(options: HealthOptions): Pick<Handlers, 'getStatus'> {
  const { version, database, sources, provenance, counts, clock } = options
  const readCounts = remember(clock, freshMs, async () => {
    const [holdings, pending, kind] = await Promise.all([counts.listHoldings(), counts.countPending(), provenance()])
    const shown = holdings.filter(({ key }) => (key === 'demo') === (kind === 'demo'))
    const documents = shown.reduce((sum, holding) => sum + holding.documents, 0)
    return { documents, provenance: kind, enrichment: { pending, done: Math.max(0, documents - pending) } }
  })
  return {
    getStatus: async () => ({
      status: 200,
      body: { status: 'ok', version, now: clock.now().toISOString(), database, sources, ...(await readCounts()) },
    }),
  }
}
