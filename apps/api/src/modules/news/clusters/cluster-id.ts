/** A story has the id of its first article. */
export function clusterIdOf(documentId: string): string {
  return `nw_${documentId.slice('doc_'.length)}`
}
