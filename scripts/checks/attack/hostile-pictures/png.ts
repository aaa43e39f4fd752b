import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export interface PngFacts {
  width: number
  height: number
  /** Data deflated into the picture; by default as many bytes as its size requires. */
  pixels?: Uint8Array
  /** Chunks between the header and the pixels. */
  extra?: readonly Buffer[]
}

/** A PNG in 8-bit grey, written chunk by chunk, so that any chunk can be false. */
export function makePng({ width, height, pixels, extra = [] }: PngFacts): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const data = pixels ?? Buffer.alloc(height * (width + 1))
  return Buffer.concat([
    signature,
    makeChunk('IHDR', header),
    ...extra,
    makeChunk('IDAT', deflateSync(data)),
    makeChunk('IEND', Buffer.alloc(0)),
  ])
}

export function makeChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
