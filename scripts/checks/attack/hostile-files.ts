import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface PngFacts {
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

function makeChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The smallest valid picture of each format, 8 by 4 pixels of one colour. */
const samples = {
  jpeg: fromBase64(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCUBcN//9k=',
  ),
  gif: fromBase64('R0lGODlhCAAEAIAAAExpcXBI6CH5BAUAAAAALAAAAAAIAAQAAAIFjI+piwUAOw=='),
  webp: fromBase64('UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoIAAQABUB8JaACdAFAAAD+2ib+rvzt+p9E0aAA'),
  avif: fromBase64(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAEAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAqbWRhdBIACgg4CH7SAhoNIDIUHYJixO4444FlYACQNY48LpB4fxI=',
  ),
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64')
}

/** The expected outcome: refused with this code, stored without its hidden content, or either of these, but never a failure. */
type Outcome = { refusedAs: string } | 'stored' | 'either'

export interface HostileFile {
  name: string
  bytes: Buffer
  expected: Outcome
  /** File name and declared type; by default `picture.png`, image/png. */
  fileName?: string
  mediaType?: string
}

/** Content that no stored picture may contain. */
export const markers = ['<script', 'PK\u0003\u0004', 'secret-of-the-camera', 'alert(1)']

const script = '<script>alert(1)</script>'
const honest = makePng({ width: 8, height: 4 })

function latin1(content: string): Buffer {
  return Buffer.from(content, 'latin1')
}
const wrongKind: Outcome = { refusedAs: 'images.unsupported' }
const damage: Outcome = { refusedAs: 'images.unreadable' }
const tooMany: Outcome = { refusedAs: 'images.too_many_pixels' }

function file(name: string, bytes: Buffer, expected: Outcome, more: Partial<HostileFile> = {}): HostileFile {
  return { name, bytes, expected, ...more }
}

/** Inserts a JPEG segment after the start of the picture. */
function withSegment(marker: number, content: string): Buffer {
  const body = latin1(content)
  const head = Buffer.from([0xff, marker, (body.byteLength + 2) >> 8, (body.byteLength + 2) & 255])
  return Buffer.concat([samples.jpeg.subarray(0, 2), head, body, samples.jpeg.subarray(2)])
}

/** A copy with some bytes changed. */
function patchBytes(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(values, at)
  return copy
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4">${script}</svg>`
const zip = Buffer.concat([latin1('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(4_000_000)), latin1('PK\u0005\u0006')])
const sizeOfJpeg = samples.jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5

const others: HostileFile[] = [
  file('nothing at all', Buffer.alloc(0), { refusedAs: 'images.empty' }),
  file('one byte', Buffer.from([0x89]), wrongKind),
  file('a text that is called a picture', latin1('no picture'), wrongKind),
  file('a page that is called a picture', latin1(`<!doctype html>${script}`), wrongKind),
  file('an SVG with a script', latin1(svg), wrongKind, { fileName: 'a.svg', mediaType: 'image/svg+xml' }),
  file(
    'an SVG behind blanks and a byte order mark',
    latin1(`\u00ef\u00bb\u00bf \n<?xml version="1.0"?>${svg}`),
    wrongKind,
  ),
  file('a compressed SVG', gzipSync(svg), wrongKind, { fileName: 'a.svgz' }),
  file(
    'an SVG that reads a file of the server',
    latin1(`<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg><text>&f;</text></svg>`),
    wrongKind,
  ),
  file(
    'commands for ImageMagick',
    latin1("push graphic-context\nimage over 0,0 0,0 'ephemeral:/etc/passwd'"),
    wrongKind,
  ),
  file('a PDF', latin1('%PDF-1.7\n1 0 obj'), wrongKind),
  file('a ZIP', zip, wrongKind, { fileName: 'a.zip' }),
  file('a bomb in a gzip', gzipSync(Buffer.alloc(40_000_000)), wrongKind),
  file('a program for Windows', latin1(`MZ\u0090${'\u0000'.repeat(60)}PE`), wrongKind),
  file('a program for Linux', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), wrongKind),
  file('a script in PHP', latin1('<?php system($_GET["c"]); ?>'), wrongKind, { fileName: 'a.php.png' }),
  file('a TIFF', latin1('II*\u0000\u0008\u0000\u0000\u0000'), wrongKind),
  file('a BMP', latin1(`BM${'\u0000'.repeat(60)}`), wrongKind),
  file('an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), wrongKind),
  file('a JPEG XL', Buffer.from([0xff, 0x0a, 0, 0]), wrongKind),
  file('a HEIC', latin1('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'), wrongKind),
  file('a PPM of ten billion pixels', latin1('P6 99999 99999 255 '), wrongKind),
  file('a picture of libvips', Buffer.from([0x08, 0xf2, 0xa6, 0xb6, 0, 0, 0, 0]), wrongKind),
]

const pngs: HostileFile[] = [
  file('a PNG with a page behind it', Buffer.concat([honest, latin1(script)]), 'stored'),
  file('a PNG with a ZIP behind it', Buffer.concat([honest, zip]), 'stored'),
  file(
    'a PNG with a script in its text',
    makePng({ width: 8, height: 4, extra: [makeChunk('tEXt', latin1(`a\u0000${script}`))] }),
    'stored',
  ),
  file(
    'a PNG with a bomb in its text',
    makePng({
      width: 8,
      height: 4,
      extra: [makeChunk('zTXt', Buffer.concat([latin1('a\u0000\u0000'), deflateSync(Buffer.alloc(200_000_000))]))],
    }),
    'either',
  ),
  file(
    'a PNG with a bomb for a colour profile',
    makePng({
      width: 8,
      height: 4,
      extra: [makeChunk('iCCP', Buffer.concat([latin1('a\u0000\u0000'), deflateSync(Buffer.alloc(200_000_000))]))],
    }),
    'either',
  ),
  file(
    'a PNG with far more data than pixels',
    makePng({ width: 8, height: 4, pixels: Buffer.alloc(200_000_000) }),
    'either',
  ),
  file('a PNG with fewer data than pixels', makePng({ width: 800, height: 400, pixels: Buffer.alloc(99) }), damage),
  file('a PNG of 900 million pixels', makePng({ width: 30_000, height: 30_000, pixels: Buffer.alloc(99) }), tooMany),
  file(
    'a PNG of 40 million pixels and one row',
    makePng({ width: 8_000, height: 5_001, pixels: Buffer.alloc(99) }),
    tooMany,
  ),
  file('a PNG wider than any', makePng({ width: 0x7fffffff, height: 1, pixels: Buffer.alloc(9) }), 'either'),
  file('a PNG without width', makePng({ width: 0, height: 4, pixels: Buffer.alloc(9) }), damage),
  file('a PNG whose header has a wrong sum', patchBytes(honest, 29, 1, 2, 3, 4), damage),
  file(
    'half a PNG',
    makePng({
      width: 300,
      height: 300,
      pixels: Buffer.from(Array.from({ length: 90_300 }, (_, n) => (n * 7919) % 251)),
    }).subarray(0, 400),
    damage,
  ),
  file('the beginning of a PNG alone', honest.subarray(0, 8), damage),
  file('a PNG that is said to be a page elsewhere', honest, 'stored', {
    fileName: '../../../etc/passwd.html',
    mediaType: 'text/html',
  }),
]

const jpegs: HostileFile[] = [
  file('a JPEG with a script in its comment', withSegment(0xfe, script), 'stored'),
  file('a JPEG with a secret of the camera', withSegment(0xe1, 'Exif\u0000\u0000secret-of-the-camera'), 'either'),
  file('a JPEG of two billion pixels', patchBytes(samples.jpeg, sizeOfJpeg, 0xc3, 0x50, 0xc3, 0x50), tooMany),
  file('half a JPEG', samples.jpeg.subarray(0, samples.jpeg.byteLength - 40), damage),
  file('the beginning of a JPEG alone', samples.jpeg.subarray(0, 3), damage),
]

const frame = samples.gif.subarray(19, -1)
const gifs: HostileFile[] = [
  file('a GIF that is also a program', latin1(`GIF89a/*${'\u0000'.repeat(20)}*/=1;alert(1)`), damage),
  file('the beginning of a GIF alone', samples.gif.subarray(0, 6), damage),
  file('a GIF of four billion pixels', patchBytes(samples.gif, 6, 0xff, 0xff, 0xff, 0xff), 'either'),
  file(
    'a GIF of ten thousand frames',
    Buffer.concat([samples.gif.subarray(0, 19), ...Array<Buffer>(10_000).fill(frame), latin1(';')]),
    'stored',
  ),
]

const containers: HostileFile[] = [
  file('a WebP that says it is longer', patchBytes(samples.webp, 4, 0xff, 0xff, 0xff, 0x7f), 'either'),
  file('a WebP of nothing but its name', latin1('RIFF\u0010\u0000\u0000\u0000WEBPVP8 garbage!'), damage),
  file(
    'an AVIF of nothing but its name',
    latin1('\u0000\u0000\u0000\u0014ftypavif\u0000\u0000\u0000\u0000avif'),
    damage,
  ),
  file('half an AVIF', samples.avif.subarray(0, 200), damage),
  file('an AVIF with a box longer than the file', patchBytes(samples.avif, 28, 0x7f, 0xff, 0xff, 0xff), damage),
  file(
    'an AVIF of a billion pixels',
    patchBytes(samples.avif, samples.avif.indexOf('ispe') + 8, 0, 0, 0x80, 0, 0, 0, 0x80, 0),
    'either',
  ),
]

export const hostileFiles: readonly HostileFile[] = [...others, ...pngs, ...jpegs, ...gifs, ...containers]
