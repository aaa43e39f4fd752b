import type { IncomingMessage } from 'node:http'

const maxBytes = 16_384

export type Form = { kind: 'read'; fields: URLSearchParams } | { kind: 'too-large' } | { kind: 'hung-up' }

/** Reads an urlencoded form of at most 16 KiB. A client that disconnects in the middle of it is not an error. */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // The request is not destroyed when we stop reading, because the refusal uses the same connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      // A request without an encoding yields buffers.
      const buffer = chunk as Buffer
      bytes += buffer.length
      if (bytes > maxBytes) return { kind: 'too-large' }
      chunks.push(buffer)
    }
  } catch (error) {
    if (request.complete) throw error
    return { kind: 'hung-up' }
  }
  return { kind: 'read', fields: new URLSearchParams(Buffer.concat(chunks).toString('utf8')) }
}
