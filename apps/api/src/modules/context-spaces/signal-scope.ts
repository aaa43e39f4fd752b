import type { DocumentsModule, ReadScope } from '../documents/index.ts'
import type { CanonicalQuery, Signals } from '../signals/index.ts'

export interface ScopeDependencies {
  signals: Pick<Signals, 'find' | 'filterOf'>
  documents: Pick<DocumentsModule, 'countDocuments'>
}

/** Which documents the links of a map are read from. */
export interface SignalScope {
  query: CanonicalQuery
  scope: ReadScope
}

/** Above so many documents the 1/8 sample of the library is read. */
const largeSignal = 20_000
/** Throws `signals.not_found`. */
export async function readSignalScope(
  signalId: string,
  { signals, documents }: ScopeDependencies,
): Promise<SignalScope> {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const matched = await documents.countDocuments(filter)
  return { query, scope: { filter, isLarge: matched > largeSignal } }
}
