import type { Provenance } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import { toFilter } from './signal-filter.ts'
import { type CanonicalQuery, narrowQuery, restoreSignalQuery, type SignalPart } from './signal-query.ts'
import type { SignalRepository } from './signal.repository.ts'
import { signalNotFound } from './signals.errors.ts'

/** A signal, and which documents it measures. */
export interface SignalQuestion {
  query: CanonicalQuery
  filter: DocumentFilter
  provenance: Provenance
}

export interface FilterDependencies {
  documents: Pick<DocumentsModule, 'ensureAffordable' | 'vocabulary'>
  provenance: () => Promise<Provenance>
}

export interface SignalDependencies extends FilterDependencies {
  signals: Pick<SignalRepository, 'find' | 'save' | 'savePart'>
  clock: Clock
}

/** Throws `signals.not_found`. */
export async function findSignal(
  id: string,
  { signals }: { signals: Pick<SignalRepository, 'find'> },
): Promise<CanonicalQuery> {
  const echo = await signals.find(id)
  if (echo === null) throw signalNotFound()
  return restoreSignalQuery(echo)
}

/** Throws `documents.query_too_costly`: a question that cannot be measured is not kept. */
export async function saveSignal({ signalId, echo, node }: CanonicalQuery, deps: SignalDependencies): Promise<void> {
  await deps.documents.ensureAffordable({ node, demo: (await deps.provenance()) === 'demo' })
  await deps.signals.save({ id: signalId, echo, at: deps.clock.now() })
}

async function savePart({ signalId, echo, node }: CanonicalQuery, deps: SignalDependencies): Promise<void> {
  await deps.documents.ensureAffordable({ node, demo: (await deps.provenance()) === 'demo' })
  await deps.signals.savePart({ id: signalId, echo, at: deps.clock.now() })
}

/** Which documents a question measures, with its entity written as the library writes it. Throws `documents.query_too_costly`. */
export async function resolveFilter(
  query: CanonicalQuery,
  deps: FilterDependencies,
): Promise<Pick<SignalQuestion, 'filter' | 'provenance'>> {
  const provenance = await deps.provenance()
  // what was affordable when it was saved may not be in a library that has grown
  await deps.documents.ensureAffordable({ node: query.node, demo: provenance === 'demo' })
  const entity = query.echo.entity === null ? null : await findEntityName(query.echo.entity, deps)
  return { provenance, filter: { ...toFilter(query, provenance), entity } }
}

/** A name as the library writes it; as it is given when the library has no such name. */
export async function findEntityName(
  name: string,
  { documents }: Pick<FilterDependencies, 'documents'>,
): Promise<string> {
  return (await documents.vocabulary.findEntityName(name)) ?? name
}

/** The id of a part of the signal, which is a signal of its own. Throws `signals.not_found` and `signals.query_invalid`. */
export async function narrowSignal(id: string, part: SignalPart, deps: SignalDependencies): Promise<string> {
  if ((part.entity ?? '').trim() === '' && part.from == null && part.to == null) return id
  const narrowed = narrowQuery(await findSignal(id, deps), part)
  if (narrowed.signalId !== id) await savePart(narrowed, deps)
  return narrowed.signalId
}

/** What the signal asks, or a part of it, and of which documents. Throws `signals.not_found`. */
export async function findQuestion(id: string, part: SignalPart, deps: SignalDependencies): Promise<SignalQuestion> {
  const query = await findSignal(await narrowSignal(id, part, deps), deps)
  return { query, ...(await resolveFilter(query, deps)) }
}
