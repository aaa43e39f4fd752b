import type { IncomingMessage } from 'node:http'

/** More than any operation accepts; only prevents a mistake from filling the memory. */
const maxBodyBytes = 64 * 1024 * 1024

const none = new Uint8Array()

/** The body is larger than the server accepts. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** Whether the headers alone rule out a body. */
function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'
}

/** Reads a whole body. Rejects with a `BodyTooLargeError`, or when the caller disconnects. */
export function readBody(request: IncomingMessage): Promise<Uint8Array> {
  if (hasNoBody(request)) return Promise.resolve(none)
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return Promise.reject(new BodyTooLargeError())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.byteLength
      if (length > maxBodyBytes) {
        request.removeAllListeners('data').resume()
        reject(new BodyTooLargeError())
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject)
  })
}
