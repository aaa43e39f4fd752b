import type { Provenance } from '@auspex/sdk/types'
import type { DocumentFilter } from '../library/index.ts'
import { toFilter } from './signal-filter.ts'
import { type CanonicalQuery, narrowQuery, restoreSignalQuery, type SignalPart } from './signal-query.ts'
import { collectedLater, notYetKnown, signalNotFound } from './reports.errors.ts'
import type { ReportDependencies } from './report-dependencies.ts'

/** The documents that a query measures. */
export interface ResolvedFilter {
  filter: DocumentFilter
  provenance: Provenance
}

/** A signal query and the filter for the documents it measures. */
export interface SignalRequest extends ResolvedFilter {
  query: CanonicalQuery
}

/** Throws `signals.not_found`. */
export async function findSignal(id: string, { signals }: ReportDependencies): Promise<CanonicalQuery> {
  const echo = await signals.find(id)
  if (echo === null) throw signalNotFound()
  return restoreSignalQuery(echo)
}

/** Throws `documents.query_too_costly`: a query that cannot be measured is not stored. */
export async function saveSignal({ signalId, echo, node }: CanonicalQuery, deps: ReportDependencies): Promise<void> {
  await deps.documents.ensureAffordable({ node, demo: (await deps.provenance()) === 'demo' })
  await deps.signals.save({ id: signalId, echo, at: deps.clock.now() })
}

async function savePart({ signalId, echo, node }: CanonicalQuery, deps: ReportDependencies): Promise<void> {
  await deps.documents.ensureAffordable({ node, demo: (await deps.provenance()) === 'demo' })
  await deps.signals.savePart({ id: signalId, echo, at: deps.clock.now() })
}

/** The filter of a query, with its entity spelled as in the library. Throws `documents.query_too_costly`. */
export async function resolveFilter(query: CanonicalQuery, deps: ReportDependencies): Promise<ResolvedFilter> {
  const provenance = await deps.provenance()
  // a query that was affordable when it was saved may have become too costly as the library grew
  await deps.documents.ensureAffordable({ node: query.node, demo: provenance === 'demo' })
  const entity = query.echo.entity === null ? null : await findEntityName(query.echo.entity, deps)
  return { provenance, filter: { ...toFilter(query, provenance), entity } }
}

/** The name as the library spells it, or as given when the library does not have it. */
export async function findEntityName(name: string, { documents }: ReportDependencies): Promise<string> {
  return (await documents.vocabulary.findEntityName(name)) ?? name
}

/** Throws `signals.query_invalid` for a day of which the library cannot tell what it had collected. */
async function ensureKnown(day: string, { clock, documents }: ReportDependencies): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10)
  if (day > today) throw notYetKnown()
  const since = await documents.collectedSince()
  if (since !== null && day < since) throw collectedLater(since)
}

/** The id of a part of the signal, which is a signal itself. Throws `signals.not_found` and `signals.query_invalid`. */
export async function narrowSignal(id: string, part: SignalPart, deps: ReportDependencies): Promise<string> {
  if ((part.entity ?? '').trim() === '' && part.from == null && part.to == null && part.asOf == null) return id
  if (part.asOf != null) await ensureKnown(part.asOf, deps)
  const narrowed = narrowQuery(await findSignal(id, deps), part)
  if (narrowed.signalId !== id) await savePart(narrowed, deps)
  return narrowed.signalId
}

/** The query of the signal, or of a part of it, and its document filter. Throws `signals.not_found`. */
export async function findSignalRequest(
  id: string,
  part: SignalPart,
  deps: ReportDependencies,
): Promise<SignalRequest> {
  const query = await findSignal(await narrowSignal(id, part, deps), deps)
  return { query, ...(await resolveFilter(query, deps)) }
}
