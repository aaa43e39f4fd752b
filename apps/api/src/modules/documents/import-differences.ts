import { hasOtherText } from './document-id.ts'
import type { TopicReading } from './document-store.port.ts'
import type { ImportDifference } from './import-batch.types.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** The store gives so many characters of a body to compare. */
const comparedLength = 5_000

/** The duplicates among the documents of a run that say something else than what is stored under their id. */
export async function findDifferences(
  prepared: readonly PreparedDocument[],
  lines: readonly number[] | null,
  storedIds: ReadonlySet<string>,
  store: Pick<TopicReading, 'texts'>,
): Promise<ImportDifference[]> {
  const seen = new Set<string>()
  const duplicates = prepared.flatMap((document, index) => {
    const isStored = storedIds.has(document.id) && !seen.has(document.id)
    seen.add(document.id)
    return isStored ? [] : [{ document, line: lines?.[index] ?? null }]
  })
  if (duplicates.length === 0) return []
  const texts = await store.texts([...new Set(duplicates.map(({ document }) => document.id))])
  const byId = new Map(texts.map((text) => [text.id, text]))
  return duplicates.flatMap(({ document, line }) => {
    const stored = byId.get(document.id)
    const { title, nativeId } = document
    if (stored === undefined || !hasOtherText(startOf(document), startOf(stored))) return []
    return [{ line, nativeId, title, storedTitle: stored.title }]
  })
}

function startOf({ title, body }: Pick<PreparedDocument, 'title' | 'body'>) {
  return { title, body: body?.slice(0, comparedLength) ?? null }
}
