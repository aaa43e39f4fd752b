import { connect } from 'node:net'
import { makePng } from './make-png.ts'

/** A complete HTTP request that no real client would send, and the status it must get; null where the client does not wait for one. */
interface BrokenUpload {
  name: string
  /** The parts of the form. */
  body: Buffer
  /** How many bytes of the body are sent before the connection is cut; all if omitted. */
  cutAfter?: number
  status: number | null
}

const boundary = 'hostile'
const picture = makePng({ width: 8, height: 4 })

function part(disposition: string, content: Uint8Array | string): Buffer {
  const type = disposition.includes('filename') ? 'Content-Type: image/png\r\n' : ''
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
}

const title = part('name="title"', 'Hostile')

function image(content: Uint8Array = picture, name = 'a.png'): Buffer {
  return part(`name="file"; filename="${name}"`, content)
}

const end = Buffer.from(`--${boundary}--\r\n`)

export const brokenUploads: readonly BrokenUpload[] = [
  { name: 'a file beyond 5 MB', body: Buffer.concat([title, image(Buffer.alloc(6_000_000)), end]), status: 413 },
  {
    name: 'a form that ends in the middle of a file',
    body: Buffer.concat([title, image()]).subarray(0, -30),
    status: 422,
  },
  {
    name: 'a form that ends before its file',
    body: Buffer.concat([title, image()]).subarray(0, title.byteLength + 60),
    status: 422,
  },
  { name: 'an upload that is cut off', body: Buffer.concat([title, image(), end]), cutAfter: 200, status: null },
  {
    name: 'a large upload that is cut off',
    body: Buffer.concat([title, image(Buffer.alloc(4_000_000)), end]),
    cutAfter: 2_000_000,
    status: null,
  },
  { name: 'two files where one belongs', body: Buffer.concat([title, image(), image(), end]), status: 422 },
  {
    name: 'a name of ten thousand letters',
    body: Buffer.concat([title, image(picture, 'a'.repeat(10_000)), end]),
    status: 200,
  },
  {
    name: 'a hundred files',
    body: Buffer.concat([title, ...Array.from({ length: 100 }, () => image()), end]),
    status: 413,
  },
]

/** Sends the bytes unchanged; resolves with the response's status, or null if there is no response. */
export async function sendBroken(url: URL, { body, cutAfter }: BrokenUpload, path: string): Promise<number | null> {
  const socket = connect(Number(url.port), url.hostname)
  const head =
    `POST /api${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer mallory\r\nConnection: close\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.byteLength}\r\n\r\n`
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}) // the server may close the connection before everything is sent
  socket.write(head)
  if (cutAfter === undefined) socket.write(body)
  else socket.write(body.subarray(0, cutAfter), () => socket.destroy())
  await new Promise((resolve) => socket.once('close', resolve))
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(chunks).toString('latin1')) ?? []
  return status === undefined ? null : Number(status)
}
