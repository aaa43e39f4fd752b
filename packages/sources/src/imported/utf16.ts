/** Byte order of UTF-16; Excel saves its Unicode text this way. */
type Utf16 = 'utf-16le' | 'utf-16be'

/** UTF-16 by its byte order mark, or by every other byte of its first letters being zero; null for anything else. */
export function findUtf16(head: Buffer): Utf16 | null {
  const [a = 0, b = 0, c = 0, d = 0] = head
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a !== 0 && b === 0 && c !== 0 && d === 0 && head.length > 4) return 'utf-16le'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null
}

/** The same text in UTF-8, without its byte order mark; half of a surrogate pair becomes U+FFFD. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Utf16): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}
