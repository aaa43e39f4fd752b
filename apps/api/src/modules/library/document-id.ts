import { hash } from 'node:crypto'
import type { SourceDocument, SourceKey } from '@auspex/sources'
import { canonicalUrl, documentIdentity, unnamedOutlet } from '@auspex/analytics'

/** A document's id as the API shows it: `doc_` and the stored 63-bit number in base 36. */
export type DocumentId = string

const prefix = 'doc_'

/** Returns the public form of a stored id (the decimal text of an int8). */
export function toDocumentId(storedId: string): DocumentId {
  return prefix + BigInt(storedId).toString(36)
}

/** Returns the stored form of a public id, or null when the text is not one; never throws, so a URL may contain anything. */
export function fromDocumentId(id: string): string | null {
  const digits = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  if (!/^[0-9a-z]{1,13}$/.test(digits)) return null
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value < 2n ** 63n && value.toString(36) === digits ? value.toString() : null
}

/** Returns the first 63 bits of a text's SHA-256: a positive int8, as decimal text. */
export function hash63(text: string): string {
  // hex: creating a buffer per id takes twice as long
  return (BigInt(`0x${hash('sha256', text).slice(0, 16)}`) >> 1n).toString()
}

/** Returns the stored id of a document, derived from what identifies it. */
export function identify(document: SourceDocument, canonical = canonicalOf(document)): string {
  return hash63(documentIdentity(document, canonical))
}

function canonicalOf({ url }: SourceDocument): string | null {
  return url === null ? null : canonicalUrl(url)
}

/** What a document says. */
export interface DocumentText {
  title: string
  body: string | null
}

interface PublishedText extends DocumentText {
  outlet: string
}

/**
 * The stored ids that earlier versions may have given an imported document, the likeliest first: they used its own id alone, and rounded numbers of
 * more than 53 bits.
 */
export function formerIds({ sourceKey, nativeId }: { sourceKey: SourceKey; nativeId: string | null }): string[] {
  if (sourceKey !== 'imported' || nativeId === null) return []
  const rounded = nativeId.replace(/\d{16,}$/, (digits) => String(Number(digits)))
  return [...new Set([nativeId, rounded])].map((id) => hash63(`native imported ${id}`))
}

/**
 * Whether a document stored under a former id is this one. Its text decides where another document may have had that id: without an outlet, and when
 * the id was rounded.
 */
export function isFormer(document: PublishedText, stored: PublishedText, isExact: boolean): boolean {
  if (stored.outlet !== document.outlet) return false
  return (isExact && document.outlet !== unnamedOutlet) || !hasOtherText(document, stored)
}

/** Whether two documents have different texts. */
export function hasOtherText(one: DocumentText, other: DocumentText): boolean {
  return one.title !== other.title || (one.body ?? '') !== (other.body ?? '')
}
