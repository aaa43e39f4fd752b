import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

/** Most bytes read from the wire. */
export const maxBodyBytes = 10 * 1024 * 1024
/** Most bytes after decompression, so that a small answer cannot fill the memory. */
export const maxDecodedBytes = 30 * 1024 * 1024

/** The body is larger than a source may send. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/** Encodings to ask for. */
export const acceptedEncodings = 'gzip, deflate, br'

/** Reads and decompresses a body, with caps on both sides. */
export async function readBody(chunks: AsyncIterable<Buffer>, encoding: string): Promise<Buffer> {
  const read: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBodyBytes) throw new BodyTooLargeError('the body is larger than 10 MB')
    read.push(chunk)
  }
  const bytes = Buffer.concat(read)
  // Files that are compressed themselves, with no word of it in the head, begin with gzip's two bytes.
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const decode = decoders.get(encoding.trim().toLowerCase()) ?? (isGzip ? decoders.get('gzip') : undefined)
  if (!decode || length === 0) return bytes
  try {
    return await decode(bytes, { maxOutputLength: maxDecodedBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new BodyTooLargeError('the body decompresses to more than 30 MB')
    throw error
  }
}

/** Decodes a body by the charset of its content type, else by its XML declaration, else as UTF-8. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const declared =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /^<\?xml[^>]{0,100}encoding=["']([\w-]+)/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes)
  } catch {
    // A charset that nobody knows: most bytes are ASCII anyway.
    return new TextDecoder().decode(bytes)
  }
}
