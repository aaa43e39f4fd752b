import type { SourceDocument } from '../source.types.ts'
import { RowError } from './row-fields.ts'

/** Characters that a document may have, as in the contract (`ImportDocument`). */
export const documentLimits = {
  title: 4000,
  body: 200_000,
  outlet: 300,
  author: 300,
  nativeId: 500,
  url: 4000,
} as const

/**
 * Cuts text that is longer than a document may be, and leaves out an address that long.
 * @throws RowError for a name or id that is too long: cut, it would name something else.
 */
export function fitToLimits(document: SourceDocument): SourceDocument {
  for (const field of ['outlet', 'author', 'nativeId'] as const) {
    if ((document[field]?.length ?? 0) > documentLimits[field])
      throw new RowError(
        `${field === 'nativeId' ? 'id' : field === 'outlet' ? 'source' : field} is longer than ${documentLimits[field]} characters`,
      )
  }
  const { title, body, url } = document
  if (
    title.length <= documentLimits.title &&
    (body?.length ?? 0) <= documentLimits.body &&
    (url?.length ?? 0) <= documentLimits.url
  )
    return document
  return {
    ...document,
    title: title.slice(0, documentLimits.title),
    body: body?.slice(0, documentLimits.body) ?? null,
    url: url !== null && url.length > documentLimits.url ? null : url,
  }
}
