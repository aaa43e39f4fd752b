import { crc32, deflateSync } from 'node:zlib'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface PngOptions {
  width: number
  height: number
  /** The uncompressed pixel data; by default as many bytes as the size requires. */
  pixels?: Uint8Array
  /** Chunks between the header and the pixels. */
  extra?: readonly Buffer[]
}

/** A PNG in 8-bit grey, written chunk by chunk, so that any chunk can be wrong. */
export function makePng({ width, height, pixels, extra = [] }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const data = pixels ?? Buffer.alloc(height * (width + 1))
  return Buffer.concat([
    pngSignature,
    makeChunk('IHDR', header),
    ...extra,
    makeChunk('IDAT', deflateSync(data)),
    makeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** One chunk of a PNG: length, type, data and checksum. */
export function makeChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
