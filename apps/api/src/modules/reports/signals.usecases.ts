import { matchesDocument, presentReport, tokens } from '@auspex/analytics'
import type { SectionName, SignalReport, SourceCount, SourceKey, SummarySection } from '@auspex/sdk/types'
import { foldText } from '../../kernel/fold-text.ts'
import type { DocumentFilter, StoredDocument } from '../library/index.ts'
import { findEntityName, findSignal, resolveFilter } from './find-signal.ts'
import { type MeasuredReport, measureReport } from './measure-report.ts'
import { findReport, measureSignal, readReport } from './read-report.ts'
import { type Narrowing, narrow } from './signal-filter.ts'
import { type CanonicalQuery, readSignalQuery, restoreSignalQuery } from './signal-query.ts'
import { nothingToSummarize } from './reports.errors.ts'
import type { ReportDependencies } from './report-dependencies.ts'

/** By the eighth report the JIT compiler has made the report code as fast as it gets. */
const warmUpRuns = 8

/** One section, of all documents or of a part of them. A part is measured again. Throws `signals.not_found`. */
export async function readSection<Name extends SectionName & keyof SignalReport>(
  { id, name, part }: { id: string; name: Name; part: Narrowing },
  deps: ReportDependencies,
): Promise<SignalReport[Name]> {
  const isWhole = Object.values(part).every((value) => value == null)
  if (isWhole) return presentReport(await readReport(id, {}, deps))[name]
  const query = await findSignal(id, deps)
  const { provenance, filter } = await resolveFilter(query, deps)
  const entity = part.entity == null ? null : await findEntityName(part.entity, deps)
  const { report } = await measureReport({ query, provenance, filter: narrow(filter, { ...part, entity }) }, deps)
  return presentReport(report)[name]
}

/** Matching documents of one source, counted as in the report: the report is needed anyway, so one read of the library serves both. */
export async function countDocuments(
  query: CanonicalQuery,
  source: SourceKey,
  deps: ReportDependencies,
): Promise<{ documents: number; isSampled: boolean }> {
  const { stored, isStale } = await findReport(query.signalId, deps)
  // an exact count of a common word takes longer than measuring its sample
  const { body } = isStale ? await measureSignal(query, deps) : stored
  const { counts, coverage, provenance } = JSON.parse(body) as SignalReport // this module wrote it
  if ((source === 'demo') === (provenance === 'demo')) {
    const documents = coverage.sources.find((eachSource) => eachSource.source === source)?.documents ?? 0
    return { documents, isSampled: counts.sampled }
  }
  const { filter } = await resolveFilter(query, deps)
  return { documents: await deps.documents.countDocuments({ ...filter, sources: [source] }), isSampled: false }
}

/** Matching documents of each source that the query names, or of every source that has any when it names none. */
export async function countBySource(query: CanonicalQuery, deps: ReportDependencies): Promise<SourceCount[]> {
  const { documents } = deps
  const { filter } = await resolveFilter(query, deps)
  const summary = await documents.librarySummary()
  const keys =
    query.echo.sources.length > 0
      ? query.echo.sources
      : summary.sources
          .map(({ sourceKey }) => sourceKey)
          .filter((key) => (key === 'demo') === (filter.world === 'demo'))
  const counts: SourceCount[] = []
  for (const source of keys)
    counts.push({ source, documents: await documents.countDocuments({ ...filter, sources: [source] }) })
  return counts
}

/** Summarizes a term from the library, focused on a question. Throws `signals.no_documents` when nothing matches. */
export async function summarizeDocuments(
  query: CanonicalQuery,
  question: string | null,
  deps: ReportDependencies,
): Promise<SummarySection> {
  const { report } = await measureReport({ query, ...(await resolveFilter(query, deps)), question }, deps)
  if (report.counts.documents === 0) throw nothingToSummarize()
  return report.summary
}

/** A newly measured report and its input; it is not stored. Throws `signals.not_found`. */
export async function remeasure(
  id: string,
  deps: ReportDependencies,
): Promise<MeasuredReport & { filter: DocumentFilter }> {
  const query = await findSignal(id, deps)
  const resolved = await resolveFilter(query, deps)
  return { ...(await measureReport({ query, ...resolved }, deps)), filter: resolved.filter }
}

/**
 * Measures a common word several times and discards the result, so that the first report after a start is as fast as later ones: without it, it takes
 * twice as long. `isOver` is checked before each run. Waits for people's searches: the first ones after a start must not share two cores with it.
 */
export async function warmUp(isOver: () => boolean, deps: ReportDependencies): Promise<void> {
  const term = await deps.documents.findCommonTerm({ demo: (await deps.provenance()) === 'demo' })
  if (term === null) return
  const query = readSignalQuery({ query_term: `"${term}"` })
  for (let time = 0; time < warmUpRuns && !isOver(); time += 1) {
    await deps.documents.yieldToForeground()
    const { provenance, filter } = await resolveFilter(query, deps)
    // tones are scored once only: that alone takes longer than everything else, and would delay the first searches
    await measureReport({ query, provenance, filter: time === 0 ? filter : { ...filter, withoutTone: null } }, deps)
  }
}

/**
 * The given signals whose query a document matches. The document need not be in the library any more, so a name is looked for in its text instead of
 * in the names that were extracted from it.
 */
export async function listMatching(
  ids: readonly string[],
  document: StoredDocument,
  deps: ReportDependencies,
): Promise<string[]> {
  const echoes = await deps.signals.findEchoes(ids)
  return ids.filter((id) => {
    const echo = echoes.get(id)
    return echo !== undefined && matchesSignal(restoreSignalQuery(echo), document)
  })
}

function matchesSignal({ echo, node }: CanonicalQuery, document: StoredDocument): boolean {
  const { sourceKey: source, outlet, author, kind, lang, country, toneLabel: tone, title, body } = document
  const { score, comments, views } = document
  const day = document.publishedAt.slice(0, 10)
  const facts = { source, outlet, author, kind, lang, country, tone, day, score, comments, views }
  const isNamed = echo.entity === null || foldText(`${title} ${body ?? ''}`).includes(foldText(echo.entity))
  return (
    isNamed &&
    (echo.sources.length === 0 || echo.sources.includes(source)) &&
    (echo.geo === null || echo.geo === country) &&
    (echo.startDate === null || day >= echo.startDate) &&
    (echo.endDate === null || day <= echo.endDate) &&
    matchesDocument(node, { title: tokens(title), body: tokens(body ?? ''), facts })
  )
}
