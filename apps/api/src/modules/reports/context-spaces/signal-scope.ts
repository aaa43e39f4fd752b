import type { ReadScope } from '../../library/index.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'

/** Above this many documents the 1/8 sample of the library is read. */
const maxUnsampledDocuments = 20_000

/** The documents that the links of a map are computed from. */
interface SignalScope {
  query: CanonicalQuery
  scope: ReadScope
}

/** Throws `signals.not_found`. */
export async function readSignalScope(
  signalId: string,
  { signals, documents }: ContextSpaceDependencies,
): Promise<SignalScope> {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const matched = await documents.countDocuments(filter)
  return { query, scope: { filter, isLarge: matched > maxUnsampledDocuments } }
}
