import { type DocumentId, fromDocumentId, toDocumentId } from '../../library/index.ts'

/** A story has the id of its first article. */
export function clusterIdOf(documentId: string): string {
  return `nw_${documentId.slice('doc_'.length)}`
}

/** The id of a stored story. */
export function toClusterId(stored: string): string {
  return clusterIdOf(toDocumentId(stored))
}

/** Null for an invalid id. */
export function fromClusterId(id: string): string | null {
  return fromDocumentId(`doc_${id.slice('nw_'.length)}`)
}

/** Article ids as stored. */
export function toStored(ids: readonly DocumentId[]): string[] {
  return ids.flatMap((id) => fromDocumentId(id) ?? [])
}
