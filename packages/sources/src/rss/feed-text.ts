import { textAsWritten, toPlainText } from '../text/plain-text.ts'
import type { XmlElement } from './xml-tree.ts'

/**
 * The plain text of an element that contains text: inline markup, escaped markup, CDATA, base64, or plain words. Null when there is none. Without a
 * type it is markup, as in RSS.
 */
export function textOf(element: XmlElement | null): string | null {
  return read(element, 'html')
}

/** The same for an element of Atom, which is plain text unless its type states otherwise (RFC 4287, 3.1.1); its extensions are not. */
export function atomTextOf(element: XmlElement | null): string | null {
  const isAtom = element?.space === '' && element.attributes['mode'] === undefined
  return read(element, isAtom ? 'text' : 'html')
}

function read(element: XmlElement | null, usual: 'text' | 'html'): string | null {
  if (element === null) return null
  const { type = usual, mode = '' } = element.attributes
  const hasMarkup = element.children.some((child) => typeof child !== 'string')
  const written = element.children.filter((child) => typeof child === 'string').join('')
  if (mode === 'base64' || isBase64(element)) return plain(decodeBase64(written))
  // With Atom's `text` and 0.3's text/plain, an angle bracket is literal.
  if (!hasMarkup && isPlainText(type)) return textAsWritten(written) || null
  return plain(hasMarkup ? markupOf(element) : written)
}

/** The words of an element as written, for addresses, ids and dates. */
export function wordsOf(element: XmlElement | null): string | null {
  if (element === null) return null
  const text = element.children.map((child) => (typeof child === 'string' ? child : (wordsOf(child) ?? ''))).join('')
  return text.trim() || null
}

function plain(markup: string): string | null {
  return toPlainText(markup) || null
}

function isPlainText(type: string): boolean {
  return /^(text|text\/plain|plain)$/i.test(type.trim())
}

/** Atom 1.0 sends anything that is not text as base64. */
function isBase64({ attributes }: XmlElement): boolean {
  const { type = '', mode } = attributes
  return mode === undefined && type.includes('/') && !/^text\/|[+/](xml|html|xhtml)/i.test(type)
}

/** Only text is useful: a picture decodes to characters that no text contains. */
function decodeBase64(text: string): string {
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return decoded.includes('\uFFFD') ? '' : decoded
}

/** Serialises inline markup again: text is escaped, attributes are dropped. */
function markupOf(element: XmlElement): string {
  const parts = element.children.map((child) =>
    typeof child === 'string' ? escape(child) : `<${child.name}>${markupOf(child)}</${child.name}>`,
  )
  return parts.join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
