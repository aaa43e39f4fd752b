import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { makeChunk, makePng } from './png.ts'
import { samples } from './samples.ts'

/** The expected outcome: refused with this code, stored without its hidden content, or either of these, but never a failure. */
export type Outcome = { refusedAs: string } | 'stored' | 'either'

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

function text(content: string): Buffer {
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
  const body = text(content)
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
const zip = Buffer.concat([text('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(4_000_000)), text('PK\u0005\u0006')])
const sizeOfJpeg = samples.jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5

const others: HostileFile[] = [
  file('nothing at all', Buffer.alloc(0), { refusedAs: 'images.empty' }),
  file('one byte', Buffer.from([0x89]), wrongKind),
  file('a text that is called a picture', text('no picture'), wrongKind),
  file('a page that is called a picture', text(`<!doctype html>${script}`), wrongKind),
  file('an SVG with a script', text(svg), wrongKind, { fileName: 'a.svg', mediaType: 'image/svg+xml' }),
  file(
    'an SVG behind blanks and a byte order mark',
    text(`\u00ef\u00bb\u00bf \n<?xml version="1.0"?>${svg}`),
    wrongKind,
  ),
  file('a compressed SVG', gzipSync(svg), wrongKind, { fileName: 'a.svgz' }),
  file(
    'an SVG that reads a file of the server',
    text(`<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg><text>&f;</text></svg>`),
    wrongKind,
  ),
  file('commands for ImageMagick', text("push graphic-context\nimage over 0,0 0,0 'ephemeral:/etc/passwd'"), wrongKind),
  file('a PDF', text('%PDF-1.7\n1 0 obj'), wrongKind),
  file('a ZIP', zip, wrongKind, { fileName: 'a.zip' }),
  file('a bomb in a gzip', gzipSync(Buffer.alloc(40_000_000)), wrongKind),
  file('a program for Windows', text(`MZ\u0090${'\u0000'.repeat(60)}PE`), wrongKind),
  file('a program for Linux', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), wrongKind),
  file('a script in PHP', text('<?php system($_GET["c"]); ?>'), wrongKind, { fileName: 'a.php.png' }),
  file('a TIFF', text('II*\u0000\u0008\u0000\u0000\u0000'), wrongKind),
  file('a BMP', text(`BM${'\u0000'.repeat(60)}`), wrongKind),
  file('an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), wrongKind),
  file('a JPEG XL', Buffer.from([0xff, 0x0a, 0, 0]), wrongKind),
  file('a HEIC', text('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'), wrongKind),
  file('a PPM of ten billion pixels', text('P6 99999 99999 255 '), wrongKind),
  file('a picture of libvips', Buffer.from([0x08, 0xf2, 0xa6, 0xb6, 0, 0, 0, 0]), wrongKind),
]

const pngs: HostileFile[] = [
  file('a PNG with a page behind it', Buffer.concat([honest, text(script)]), 'stored'),
  file('a PNG with a ZIP behind it', Buffer.concat([honest, zip]), 'stored'),
  file(
    'a PNG with a script in its text',
    makePng({ width: 8, height: 4, extra: [makeChunk('tEXt', text(`a\u0000${script}`))] }),
    'stored',
  ),
  file(
    'a PNG with a bomb in its text',
    makePng({
      width: 8,
      height: 4,
      extra: [makeChunk('zTXt', Buffer.concat([text('a\u0000\u0000'), deflateSync(Buffer.alloc(200_000_000))]))],
    }),
    'either',
  ),
  file(
    'a PNG with a bomb for a colour profile',
    makePng({
      width: 8,
      height: 4,
      extra: [makeChunk('iCCP', Buffer.concat([text('a\u0000\u0000'), deflateSync(Buffer.alloc(200_000_000))]))],
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
  file('a GIF that is also a program', text(`GIF89a/*${'\u0000'.repeat(20)}*/=1;alert(1)`), damage),
  file('the beginning of a GIF alone', samples.gif.subarray(0, 6), damage),
  file('a GIF of four billion pixels', patchBytes(samples.gif, 6, 0xff, 0xff, 0xff, 0xff), 'either'),
  file(
    'a GIF of ten thousand frames',
    Buffer.concat([samples.gif.subarray(0, 19), ...Array<Buffer>(10_000).fill(frame), text(';')]),
    'stored',
  ),
]

const containers: HostileFile[] = [
  file('a WebP that says it is longer', patchBytes(samples.webp, 4, 0xff, 0xff, 0xff, 0x7f), 'either'),
  file('a WebP of nothing but its name', text('RIFF\u0010\u0000\u0000\u0000WEBPVP8 garbage!'), damage),
  file('an AVIF of nothing but its name', text('\u0000\u0000\u0000\u0014ftypavif\u0000\u0000\u0000\u0000avif'), damage),
  file('half an AVIF', samples.avif.subarray(0, 200), damage),
  file('an AVIF with a box longer than the file', patchBytes(samples.avif, 28, 0x7f, 0xff, 0xff, 0xff), damage),
  file(
    'an AVIF of a billion pixels',
    patchBytes(samples.avif, samples.avif.indexOf('ispe') + 8, 0, 0, 0x80, 0, 0, 0, 0x80, 0),
    'either',
  ),
]

export const hostileFiles: readonly HostileFile[] = [...others, ...pngs, ...jpegs, ...gifs, ...containers]
