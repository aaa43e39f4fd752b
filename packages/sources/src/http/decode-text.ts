/**
 * Decodes a body in the order of the WHATWG and of feedparser: byte order mark, charset of the content type, XML declaration, UTF-8. Servers declare
 * charsets that their files do not use, so one that the bytes contradict is skipped, and bytes that are declared as UTF-8 and are valid UTF-8 are
 * read as such whatever the content type states; Windows-1252 is the last resort.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  const header = labelOf(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1])
  const begin = bytes.subarray(0, 1024).toString('latin1')
  const declaration = labelOf(/^\s*<\?xml[^>]*?\bencoding\s*=\s*["']\s*([^\s"'>]+)/i.exec(begin)?.[1])
  const declared = [header, declaration].filter((label) => label !== null && !label.startsWith('utf-16'))
  const order = declared.includes('utf-8') ? ['utf-8', ...declared] : [...declared, 'utf-8']
  for (const label of [utf16Of(bytes), ...order]) {
    const text = label === null ? null : decodeStrictly(bytes, label)
    if (text !== null) return text
  }
  return new TextDecoder(isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** UTF-16 without a mark: every other byte of the first characters is zero (XML 1.0, appendix F), which no other text encoding has. */
function utf16Of(bytes: Buffer): string | null {
  const [a, b, c, d] = bytes
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null
}

/** The WHATWG's label for a charset; null for an unknown one. */
function labelOf(written: string | undefined): string | null {
  try {
    return written === undefined ? null : new TextDecoder(written).encoding
  } catch {
    return null
  }
}

/** Null when the bytes are not in this encoding. */
function decodeStrictly(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A truncated or partly damaged body is not in another encoding because of that. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes)
  const wrong = text.split('\uFFFD').length - 1
  const right = text.length - text.replace(/[^\u0000-\u007F\uFFFD]/g, '').length // oxlint-disable-line no-control-regex
  return wrong <= right
}
