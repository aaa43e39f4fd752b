import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 16_384

/** Raised when a form is larger than any of our forms can be. */
export class FormTooLargeError extends Error {
  override name = 'FormTooLargeError'
}

/** Reads an urlencoded form of at most 16 KiB. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    // A request without an encoding yields buffers.
    const buffer = chunk as Buffer
    bytes += buffer.length
    if (bytes > MAX_BYTES) throw new FormTooLargeError(`The form is larger than ${MAX_BYTES} bytes`)
    chunks.push(buffer)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
