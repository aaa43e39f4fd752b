import { hash } from 'node:crypto'
import type { SourceDocument } from '@auspex/sources'
import { canonicalUrl } from '@auspex/analytics'

/** A document's id as the API shows it: `doc_` and the stored 63-bit number in base 36. */
export type DocumentId = string

const prefix = 'doc_'

/** The public form of a stored id (the decimal text of an int8). */
export function toDocumentId(storedId: string): DocumentId {
  return prefix + BigInt(storedId).toString(36)
}

/** The stored form of a public id, or null when the text is not one; never throws, so a URL may hold anything. */
export function fromDocumentId(id: string): string | null {
  const digits = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  if (!/^[0-9a-z]{1,13}$/.test(digits)) return null
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value < 2n ** 63n && value.toString(36) === digits ? value.toString() : null
}

/** The first 63 bits of the SHA-256 of a text: a positive int8, as decimal text. */
export function hash63(text: string): string {
  // hex: making a buffer for each takes twice as long
  return (BigInt(`0x${hash('sha256', text).slice(0, 16)}`) >> 1n).toString()
}

/**
 * The stored id of a document, the same at every meeting: from the source's own id, else from the address, else from
 * what was said when and where. A demo document never has the id of a real one.
 */
export function identify(document: SourceDocument): string {
  const { sourceKey, nativeId, outlet, publishedAt, title, body } = document
  if (nativeId !== null) return hash63(`native ${sourceKey} ${nativeId}`)
  const url = document.url === null ? null : canonicalUrl(document.url)
  const world = sourceKey === 'demo' ? 'demo' : 'real'
  if (url !== null) return hash63(`url ${world} ${url}`)
  return hash63(JSON.stringify(['text', world, outlet, publishedAt, title, body]))
}
