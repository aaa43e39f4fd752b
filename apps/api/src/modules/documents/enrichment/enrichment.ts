import { wordsVersion } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Library } from '../document-store.port.ts'
import { clusterNextWeek } from './cluster-step.ts'
import { createEnrichmentJob } from './enrichment.jobs.ts'
import { createEntityStep } from './entity-step.ts'
import { createReader } from './reader.ts'
import { createSettleStep } from './settle-step.ts'
import { refreshTermBackground } from './term-background-step.ts'
import type { WorkFaults } from './work-faults.ts'
import { rereadWords } from './words-step.ts'

export interface EnrichmentProgress {
  /** Documents whose names are still to be read, and those that are done. */
  pending: number
  done: number
  /** Weeks whose story clusters are still to be compared. */
  pendingWeeks: number
  /** Documents whose words an earlier version read otherwise: searches miss some of them. */
  pendingWords: number
}

export interface Enrichment {
  /** Does one piece of work, at most about a second; false when there is nothing to do. Never runs twice at once. */
  step: () => Promise<boolean>
  /** Counts how common terms are, when the library has grown; as much of `step` as reports of a copied library need. */
  countTerms: () => Promise<boolean>
  /** Works through what is pending, giving way to searches. */
  job: Job
  /** Ends the thread that reads; a later step begins another. */
  stop: () => Promise<void>
  progress: () => Promise<EnrichmentProgress>
}

/**
 * Reads out of stored documents what is too slow for the moment of storing: story clusters, how common terms are, and
 * the names in them. All of its state is in the tables, so it goes on where it was after any stop.
 * `whenIdle` resolves when no search runs; every statement waits for it.
 */
export function createEnrichment(
  dependencies: Library & { whenIdle: () => Promise<void>; faults: WorkFaults },
): Enrichment {
  const { database, store, whenIdle, faults } = dependencies
  const library = { database, store }
  const reader = createReader()
  const settle = createSettleStep(library)
  let running: Promise<boolean> | null = null

  const readNames = createEntityStep(library, reader, faults)
  const kinds = [
    () => rereadWords(library, reader, faults),
    () => clusterNextWeek(library, reader, faults),
    () => refreshTermBackground(library, whenIdle),
    readNames,
  ]
  /** The first kind of work that has something to do. One that fails as a whole does not keep the others from theirs. */
  const work = async () => {
    const failures: unknown[] = []
    for (const kind of kinds)
      try {
        if (await kind()) return true
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
    return false
  }
  const step = () => (running ??= work().finally(() => (running = null)))

  return {
    step,
    countTerms: () => refreshTermBackground(library, whenIdle),
    job: createEnrichmentJob({ step, settle, whenIdle }),
    stop: () => reader.close(),
    progress: async () => {
      const { rows } = await sql<EnrichmentProgress>`
        select greatest(0, total - done)::int as pending, done::int, weeks::int as "pendingWeeks",
               case when version < ${wordsVersion} then greatest(0, total - reread)::int else 0 end as "pendingWords"
        from (select coalesce(sum(documents), 0) as total from source_day) as s,
             (select sum(documents) as done from entity_library) as e,
             (select count(*) as weeks from cluster_pending) as w,
             (select version, documents as reread from words_reading) as r`.execute(database.kysely)
      return rows[0] ?? { pending: 0, done: 0, pendingWeeks: 0, pendingWords: 0 }
    },
  }
}
