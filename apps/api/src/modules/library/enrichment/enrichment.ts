import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Library, Pause } from '../document-store.port.ts'
import type { WorkFaults } from './work-faults.ts'
import { wordsVersion } from '@auspex/analytics'
import { sql } from 'kysely'
import { sourceCodes } from '../source-codes.ts'
import { recordFormerStories } from '../story-numbers.ts'
import { createEnrichmentJob } from './enrichment.jobs.ts'
import { createEntityStep } from './entity-step.ts'
import { createReader, type Reader } from './reader.ts'
import { rereadWords } from './words-step.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'

const termsPerWrite = 1_000
/** Up to this many documents all are read: an eighth of a small library would miss most words. */
const maxSmallLibraryDocuments = 10_000
/** Terms are counted again once the library has grown by this factor. */
const recountGrowth = 1.1

/**
 * Counts in how many documents of the 1/8 sample (all of a small library) each term occurs, if the library has grown by a tenth since the last count;
 * returns whether it counted. Readers see the old counts until the new ones are complete.
 */
async function refreshTermBackground({ database, store }: Library, pause: Pause): Promise<boolean> {
  let refreshed = false
  for (const demo of [false, true]) {
    const { rows } = await sql<{ now: number; then: number }>`
      select (select coalesce(sum(documents), 0) from source_day where (source_id = ${sourceCodes.demo}) = ${demo}::boolean)::int as now,
             (select library_documents from term_background_state where demo = ${demo}::boolean) as then`.execute(
      database.kysely,
    )
    const { now = 0, then = 0 } = rows[0] ?? {}
    if (now === 0 || now < then * recountGrowth) continue
    const isSmall = now <= maxSmallLibraryDocuments
    const counted = await store.countTerms({ demo, pause, isWhole: isSmall })
    const isResampled = then > 0 && then <= maxSmallLibraryDocuments !== isSmall
    await writeTerms({ database, demo, pause, libraryDocuments: now, isResampled, ...counted })
    refreshed = true
  }
  return refreshed
}

/**
 * Writes in small statements, because one transaction would block every search for seconds. For about a second the table mixes old and new counts;
 * after a crash the state is unchanged, so that everything is counted again.
 */
async function writeTerms(work: {
  database: Database
  demo: boolean
  pause: Pause
  terms: ReadonlyMap<string, number>
  sampledDocuments: number
  libraryDocuments: number
  /** The last counts came from a different part of the library, so counts that are not replaced are meaningless. */
  isResampled: boolean
}): Promise<void> {
  const { database, demo, pause, terms, sampledDocuments, libraryDocuments, isResampled } = work
  // A term of one document carries no statistical information, and most terms are such. Sorted for the index
  const frequentTerms = [...terms].filter(([, documents]) => documents > 1).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let index = 0; index < frequentTerms.length; index += termsPerWrite) {
    await pause()
    const part = frequentTerms.slice(index, index + termsPerWrite)
    await sql`
      insert into term_background (term, demo, documents)
      select term, ${demo}::boolean, documents
      from unnest(${part.map(([term]) => term)}::text[], ${part.map(([, n]) => n)}::int[]) as w (term, documents)
      on conflict (term, demo) do update set documents = excluded.documents
      where term_background.documents <> excluded.documents`.execute(database.kysely)
  }
  if (isResampled)
    await sql`
      delete from term_background where demo = ${demo}::boolean and term <> all(${frequentTerms.map(([term]) => term)}::text[])`.execute(
      database.kysely,
    )
  await sql`
    update term_background_state set sampled_documents = ${sampledDocuments}, library_documents = ${libraryDocuments}
    where demo = ${demo}::boolean`.execute(database.kysely)
}

/** Of more documents in a fortnight only the newest are compared, so that memory stays bounded. */
const maxWindow = 60_000

const weekWork = 'stories of a week'

export interface EnrichmentProgress {
  /** Documents whose names are still to be extracted, and those that are done. */
  pending: number
  done: number
  /** Weeks whose story clusters are still to be compared. */
  pendingWeeks: number
  /** Documents that an earlier version tokenized differently: searches miss some of them. */
  pendingWords: number
}

export interface Enrichment {
  /** Does one unit of work, in at most about a second; false when there is nothing to do. Never runs concurrently with itself. */
  step: () => Promise<boolean>
  /** Counts term frequencies when the library has grown; the only part of `step` that reports of a copied library need. */
  countTerms: () => Promise<boolean>
  /** Works through what is pending, yielding to searches. */
  job: Job
  /** Stops the reader thread; a later step starts another. */
  stop: () => Promise<void>
  progress: () => Promise<EnrichmentProgress>
}

/**
 * Derives from stored documents what is too slow to compute while storing: story clusters, term frequencies and the names in texts. All state is in
 * the tables, so it resumes after any stop. `whenIdle` resolves when no search is running; every statement waits for it.
 */
export function createEnrichment(
  dependencies: Library & { whenIdle: () => Promise<void>; faults: WorkFaults; clock: Clock },
): Enrichment {
  const { database, store, whenIdle, faults, clock } = dependencies
  const library = { database, store }
  const reader = createReader()
  const settle = createSettleStep(library)
  let running: Promise<boolean> | null = null

  const readNames = createEntityStep(library, reader, faults)
  const kinds = [
    () => rereadWords(library, reader, faults),
    () => clusterNextWeek(library, { reader, faults, clock }),
    () => refreshTermBackground(library, whenIdle),
    readNames,
  ]
  /** Does the first kind of work that has something to do. One that fails as a whole does not block the others. */
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

/**
 * Creates a step that cleans up after fast inserts. To avoid slowing an import down, it waits until nothing was stored since its last check; the step
 * returns whether everything is clean.
 */
function createSettleStep({ database, store }: Library): () => Promise<boolean> {
  let lastSeen = ''
  let settled = ''
  return async () => {
    const { rows } = await sql<{ revision: string }>`select revision from library`.execute(database.kysely)
    const revision = rows[0]?.revision ?? ''
    const isUnchanged = revision === lastSeen
    lastSeen = revision
    if (revision === settled) return true
    if (!isUnchanged) return false
    await store.compactInserts()
    settled = revision
    return true
  }
}

/**
 * Groups the near-duplicates of one pending week with each other and with those of the week before, and returns whether a week was pending.
 * Idempotent; a week stays pending until its result is written. One that fails moves behind the others, and is set aside after repeated failures.
 */
async function clusterNextWeek(
  library: Library,
  { reader, faults, clock }: { reader: Reader; faults: WorkFaults; clock: Clock },
): Promise<boolean> {
  const { kysely } = library.database
  const { rows } = await sql<{ week: string; tries: number }>`
    select p.week::text as week, coalesce(f.tries, 0) as tries from cluster_pending p
    left join work_fault f on f.work = ${weekWork} and f.item = p.week::text
    order by coalesce(f.tries, 0), p.week limit 1`.execute(kysely)
  const [next] = rows
  if (next === undefined) return false
  const { week, tries } = next
  try {
    for (const demo of [false, true]) await clusterWeek({ ...library, reader, week, demo, clock })
    if (tries > 0) await faults.forget(weekWork, week)
  } catch (error) {
    if (!(await faults.note(weekWork, week, error))) return true
  }
  await sql`delete from cluster_pending where week::text = ${week}`.execute(kysely)
  return true
}

async function clusterWeek(
  work: Library & { reader: Reader; week: string; demo: boolean; clock: Clock },
): Promise<void> {
  const { database, store, reader, week, demo, clock } = work
  const window = await store.readFortnight(week, { demo, limit: maxWindow })
  if (!window.some((row) => row.day >= week)) return
  const firstIds = await reader.ask({
    kind: 'cluster',
    input: window.map(({ id, url, outlet, day, title, lead }) => ({ id, url, outlet, day, title, lead })),
  })
  const changes = chooseClusters({ window, firstIds, week })
  if (changes.length === 0) return
  const today = clock.now().toISOString().slice(0, 10)
  await recordFormerStories(database, { window, changedIds: new Set(changes.map(({ id }) => id)), today })
  await store.setClusters(changes)
  await sql`update library set revision = revision + 1`.execute(database.kysely)
}

/**
 * Returns the documents of `week` whose cluster changed. A story keeps the cluster id of its earliest document, so that single documents, and stories
 * that began the week before, need no write; when two stories would share an id, the later one takes its first document's id.
 */
export function chooseClusters(input: {
  /** In any order. */
  window: readonly { id: string; cluster_id: string; day: string }[]
  /** The earliest member of each document's story. */
  firstIds: ReadonlyMap<string, string>
  week: string
}): { id: string; cluster: string }[] {
  const { window, firstIds, week } = input
  const rows = new Map(window.map((row) => [row.id, row]))
  const firsts = [...new Set(firstIds.values())].flatMap((id) => rows.get(id) ?? [])
  firsts.sort((a, b) => compareAscending(a.day, b.day) || compareAscending(a.id, b.id))
  const names = new Map<string, string>()
  const usedNames = new Set<string>()
  for (const first of firsts) {
    // Documents of the week before got their ids in an earlier step, where two stories may legitimately share one
    const name = first.day >= week && usedNames.has(first.cluster_id) ? first.id : first.cluster_id
    usedNames.add(name)
    names.set(first.id, name)
  }
  return window
    .filter((row) => row.day >= week)
    .map((row) => ({ id: row.id, cluster: names.get(firstIds.get(row.id) ?? '') ?? row.id, stored: row.cluster_id }))
    .filter((row) => row.cluster !== row.stored)
    .map(({ id, cluster }) => ({ id, cluster }))
}
