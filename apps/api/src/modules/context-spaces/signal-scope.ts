import type { DocumentsModule, ReadScope } from '../documents/index.ts'
import type { CanonicalQuery, Signals } from '../signals/index.ts'
import type { SignalSize } from './choose-contexts.ts'

export interface ScopeDependencies {
  signals: Pick<Signals, 'find' | 'filterOf'>
  documents: Pick<DocumentsModule, 'countDocuments' | 'librarySummary'>
}

/** Which documents a map of a signal is read from, and how many there are. */
export interface SignalScope {
  query: CanonicalQuery
  scope: ReadScope
  size: SignalSize
}

/** Above so many documents the 1/8 sample of the library is read. */
const largeSignal = 20_000
/** Up to so many documents all words of the library are counted: about half a second. */
const smallLibrary = 10_000

/** Throws `signals.not_found`. */
export async function readSignalScope(
  signalId: string,
  { signals, documents }: ScopeDependencies,
): Promise<SignalScope> {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const [matched, { sources }] = await Promise.all([documents.countDocuments(filter), documents.librarySummary()])
  const library = sources
    .filter(({ sourceKey }) => (sourceKey === 'demo') === (filter.world === 'demo'))
    .reduce((sum, source) => sum + source.documents, 0)
  const scope: ReadScope = {
    filter,
    isLarge: matched > largeSignal,
    isSmallLibrary: library <= smallLibrary,
  }
  const size: SignalSize = { matched, library }
  return { query, scope, size }
}
