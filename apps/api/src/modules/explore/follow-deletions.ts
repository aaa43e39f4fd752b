import type { DocumentSource, SearchResult } from '@auspex/sources'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import { withinBudget } from './within-budget.ts'

/** Stored documents that one search asks its source about again. */
const askedAgain = 100
/** Milliseconds for asking; what is not known by then counts as still there. */
const patienceMs = 5_000

export interface FollowedAnswer {
  source: DocumentSource
  result: SearchResult
  /** Which stored documents the search is about. */
  filter: DocumentFilter
  signal: AbortSignal
}

/**
 * Removes from the library what the source deleted: what its answer says so of, and what it no longer shows of the newest
 * stored documents that the answer did not bring. Returns how many were removed. A source that fails meanwhile costs nothing.
 */
export async function followDeletions(
  { source, result, filter, signal }: FollowedAnswer,
  {
    documents,
    log,
  }: { documents: Pick<DocumentsModule, 'removeByOrigin' | 'findNativeIds'>; log: Pick<Logger, 'warn'> },
): Promise<number> {
  const gone = [...(result.gone ?? [])]
  if (source.findGone !== undefined && (result.run.status === 'ok' || result.run.status === 'empty')) {
    const brought = new Set(result.documents.map(({ nativeId }) => nativeId))
    const stored = await documents.findNativeIds({ ...filter, sources: [source.key] }, askedAgain)
    gone.push(...(await missingOf(stored.filter((id) => !brought.has(id)))))
  }
  return gone.length === 0 ? 0 : documents.removeByOrigin({ sourceKey: source.key, nativeIds: gone })

  async function missingOf(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    try {
      const asked = await withinBudget(async (within) => (await source.findGone?.(ids, { signal: within })) ?? [], {
        budgetMs: patienceMs,
        signal,
      })
      return asked.kind === 'answered' ? asked.value : []
    } catch (error) {
      log.warn({ err: error, source: source.key }, 'a source could not be asked what it deleted')
      return []
    }
  }
}
