import type { Category, NarrativesSection } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Redaction } from '../../../kernel/redaction.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { SignalRequest } from '../find-signal.ts'
import type { Signals } from '../signals.module.ts'
import { findInterests } from './find-interests.ts'
import { createNarrativesRepository } from './narratives.repository.ts'
import type { StoredSection } from './present-narratives.ts'
import {
  findMeasuredNarratives,
  type MeasuredNarratives,
  type NarrativesDependencies,
  readNarrativeMap,
  readNarratives,
} from './narratives.usecases.ts'

export interface NarrativesModule {
  /** The narratives of a signal; measured when the stored ones are missing or stale. */
  narratives: (request: SignalRequest) => Promise<NarrativesSection>
  /** Those that were last measured, without measuring; null where none were. */
  findMeasured: (signalId: string) => Promise<MeasuredNarratives | null>
  /** The same narratives on a map. */
  map: (request: SignalRequest) => Promise<StoredSection['map']>
  /** Deletes what is stored, because it quotes documents that are gone. */
  forgetMeasured(): Promise<void>
  /** Deletes what quotes deleted documents. */
  forgetQuoting(redaction: Redaction): Promise<void>
}

/** Narratives within a signal. */
export function createNarrativesModule({
  database,
  documents,
  clock,
}: {
  database: Database
  documents: DocumentsModule
  clock: Clock
}): NarrativesModule {
  const narratives = createNarrativesRepository(database)
  const deps: NarrativesDependencies = { narratives, documents, measuring: new Map(), clock }
  return {
    narratives: (request) => readNarratives(request, deps),
    findMeasured: (signalId) => findMeasuredNarratives(signalId, deps),
    map: (request) => readNarrativeMap(request, deps),
    forgetMeasured: narratives.forgetAll,
    forgetQuoting: narratives.forgetQuoting,
  }
}

/** What the voices of a signal publish about other topics. */
export function createInterestsOperations(dependencies: {
  documents: DocumentsModule
  signals: Signals
  categories: readonly Category[]
}) {
  return {
    getInterests: async ({ path, query }) => ({
      status: 200,
      body: await findInterests(path.id, query.split ?? null, dependencies),
    }),
  } satisfies Partial<Handlers>
}
