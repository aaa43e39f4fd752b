import type { Provenance, SectionName, SignalReport, SourceCount, SourceKey, SummarySection } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import { type MeasureDependencies, type MeasuredReport, measureReport } from './measure-report.ts'
import { type Narrowing, narrow, toFilter } from './signal-filter.ts'
import type { SentReport, SignalRepository, StoredReport } from './signal.repository.ts'
import { type CanonicalQuery, narrowToEntity, readSignalQuery, restoreSignalQuery } from './signal-query.ts'
import { nothingToSumUp, signalNotFound } from './signals.errors.ts'
import { settleText, staleText } from './stored-text.ts'

export interface SignalUsecasesDependencies extends MeasureDependencies {
  documents: Pick<
    DocumentsModule,
    | 'reportFacts'
    | 'getDocuments'
    | 'enrichmentProgress'
    | 'countDocuments'
    | 'librarySummary'
    | 'sourceDays'
    | 'findCommonTerm'
    | 'aheadOfImports'
    | 'ensureAffordable'
    | 'vocabulary'
  >
  signals: SignalRepository
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** A signal, and which documents it measures. */
export interface SignalQuestion {
  query: CanonicalQuery
  filter: DocumentFilter
  provenance: Provenance
}

export type SignalUsecases = ReturnType<typeof createSignalUsecases>

/** For so long a stored report is sent although the library moved on, marked as stale: an import changes it every second. */
const staleMs = 60_000
/** From the eighth report on the compiler has made the code of reports as quick as it gets. */
const warmUpRuns = 8

/** What can be done with signals. */
export function createSignalUsecases(deps: SignalUsecasesDependencies) {
  const { signals, documents, clock } = deps
  const share = createSharedWork<SentReport>()

  async function find(id: string): Promise<CanonicalQuery> {
    const echo = await signals.find(id)
    if (echo === null) throw signalNotFound()
    return restoreSignalQuery(echo)
  }

  /** Throws `documents.query_too_costly`: a question that cannot be measured is not kept. */
  async function save({ signalId, echo, node }: CanonicalQuery): Promise<void> {
    await documents.ensureAffordable({ node, demo: (await deps.provenance()) === 'demo' })
    await signals.save({ id: signalId, echo, at: clock.now() })
  }

  /** The filter of a signal, with its entity written as the library writes it. */
  async function filterOf(query: CanonicalQuery) {
    const provenance = await deps.provenance()
    // what was affordable when it was saved may not be in a library that has grown
    await documents.ensureAffordable({ node: query.node, demo: provenance === 'demo' })
    const filter = toFilter(query, provenance)
    const entity =
      query.echo.entity === null
        ? null
        : ((await documents.vocabulary.findEntityName(query.echo.entity)) ?? query.echo.entity)
    return { provenance, filter: { ...filter, entity } }
  }

  async function compute(query: CanonicalQuery): Promise<MeasuredReport> {
    return measureReport({ query, ...(await filterOf(query)) }, deps)
  }

  /** Measures anew and stores. */
  async function measure(query: CanonicalQuery): Promise<SentReport> {
    const { report, isSettled } = await compute(query)
    const stored: StoredReport = {
      computedAt: new Date(report.computedAt),
      libraryRevision: report.libraryRevision,
      provenance: report.provenance,
      documents: report.counts.documents,
      isSettled,
      body: settleText(report),
    }
    return signals.saveReport(query.signalId, stored)
  }

  /** The stored report while it is good, a new one otherwise; callers at the same time share one measurement. */
  async function current(id: string): Promise<{ stored: SentReport; isStale: boolean }> {
    const found = await signals.findWithReport(id)
    if (found === null) throw signalNotFound()
    const { report, revision, echo } = found
    if (report !== null && !(await isOld(report, revision)))
      return { stored: report, isStale: report.libraryRevision !== revision }
    return { stored: await share(id, () => measure(restoreSignalQuery(echo))), isStale: false }
  }

  async function isOld(report: StoredReport, revision: number): Promise<boolean> {
    if (report.provenance !== (await deps.provenance())) return true
    if (report.isSettled && report.libraryRevision === revision) return false
    return clock.now().getTime() - report.computedAt.getTime() >= staleMs
  }

  /** The id of the signal narrowed to an entity, which is a signal of its own. */
  async function idOf(id: string, entity: string | undefined): Promise<string> {
    if (entity === undefined || entity.trim() === '') return id
    const narrowed = narrowToEntity(await find(id), entity)
    await save(narrowed)
    return narrowed.signalId
  }

  /** The whole report, read from its text. */
  async function readReport(id: string, entity?: string): Promise<SignalReport> {
    const { stored, isStale } = await current(await idOf(id, entity))
    return { ...(JSON.parse(stored.body) as SignalReport), stale: isStale } // this module wrote it
  }

  return {
    save,
    find,
    measure,
    filterOf,

    /** The whole report as the text that is sent, and as the same compressed where that is at hand. */
    async reportText(id: string, entity?: string): Promise<{ text: string; compressed: Buffer | null }> {
      const { stored, isStale } = await documents.aheadOfImports(async () => current(await idOf(id, entity)))
      if (isStale) return { text: staleText(stored.body), compressed: null }
      return { text: stored.body, compressed: stored.compressed() }
    },

    readReport,

    /** What the signal asks, or its part that names an entity, and of which documents. Throws `signals.not_found`. */
    async questionOf(id: string, entity?: string): Promise<SignalQuestion> {
      const query = await find(await idOf(id, entity))
      return { query, ...(await filterOf(query)) }
    },

    /** One section, of all documents or of a part of them. A part is measured anew. */
    async section<Name extends SectionName & keyof SignalReport>(
      id: string,
      name: Name,
      part: Narrowing,
    ): Promise<SignalReport[Name]> {
      const isWhole = Object.values(part).every((value) => value == null)
      if (isWhole) return (await readReport(id))[name]
      const query = await find(id)
      const { provenance, filter } = await filterOf(query)
      const entity =
        part.entity == null ? null : ((await documents.vocabulary.findEntityName(part.entity)) ?? part.entity)
      const { report } = await measureReport({ query, provenance, filter: narrow(filter, { ...part, entity }) }, deps)
      return report[name]
    },

    /** Measures again when the stored report is old, and says how many documents match. */
    async measureIfOld(query: CanonicalQuery): Promise<{ documents: number }> {
      return (await current(query.signalId)).stored
    },

    /** Documents of one source that match. */
    async countDocuments(query: CanonicalQuery, source: SourceKey): Promise<number> {
      const { filter } = await filterOf(query)
      return documents.countDocuments({ ...filter, sources: [source] })
    },

    /** Matching documents of each source that was asked for, or that holds any. */
    async countBySource(query: CanonicalQuery): Promise<SourceCount[]> {
      const { filter } = await filterOf(query)
      const held = await documents.librarySummary()
      const keys =
        query.echo.sources.length > 0
          ? query.echo.sources
          : held.sources
              .map(({ sourceKey }) => sourceKey)
              .filter((key) => (key === 'demo') === (filter.world === 'demo'))
      const counts: SourceCount[] = []
      for (const source of keys)
        counts.push({ source, documents: await documents.countDocuments({ ...filter, sources: [source] }) })
      return counts
    },

    /** Sums up a term from the library, biased to a question. Throws `signals.no_documents` when nothing matches. */
    async sumUp(query: CanonicalQuery, question: string | null): Promise<SummarySection> {
      const { report } = await measureReport({ query, ...(await filterOf(query)), question }, deps)
      if (report.counts.documents === 0) throw nothingToSumUp()
      return report.summary
    },

    /** A report measured just now, and what it was made of. Throws `signals.not_found`. */
    async remeasure(id: string): Promise<MeasuredReport & { filter: DocumentFilter }> {
      const query = await find(id)
      const filtered = await filterOf(query)
      return { ...(await measureReport({ query, ...filtered }, deps)), filter: filtered.filter }
    },

    /**
     * Measures a common word some times and forgets it, so that the first report after a start is as quick as the others:
     * without it, it takes twice as long. `isOver` is asked before each.
     */
    async warmUp(isOver: () => boolean): Promise<void> {
      const term = await documents.findCommonTerm({ demo: (await deps.provenance()) === 'demo' })
      if (term === null) return
      const query = readSignalQuery({ query_term: `"${term}"` })
      for (let time = 0; time < warmUpRuns && !isOver(); time += 1) await compute(query)
    },
  }
}
