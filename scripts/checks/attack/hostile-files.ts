import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { makeChunk, makePng } from './make-png.ts'

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

/** What the server must do: refuse the file with this code, or store it without its hidden content. `either` only where that is up to the decoder. */
type Outcome = { refusedAs: string } | 'stored' | 'either'

export interface HostileFile {
  /** Names the case in the output of the check. */
  name: string
  bytes: Buffer
  expected: Outcome
  /** File name and declared type of the upload; by default `picture.png` and `image/png`. */
  fileName?: string
  mediaType?: string
}

/** Content that no stored picture may contain. */
export const markers = ['<script', 'PK\u0003\u0004', 'secret-of-the-camera', 'alert(1)']

const script = '<script>alert(1)</script>'
const validPng = makePng({ width: 8, height: 4 })

function latin1(content: string): Buffer {
  return Buffer.from(content, 'latin1')
}

const unsupportedKind: Outcome = { refusedAs: 'images.unsupportedKind' }
const unreadable: Outcome = { refusedAs: 'images.unreadable' }
const tooManyPixels: Outcome = { refusedAs: 'images.too_many_pixels' }

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
/** Where the JPEG states its height, and after it its width. */
const jpegHeightOffset = samples.jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
/** A compressed chunk of 200 KB that expands to 200 MB. */
const bomb = Buffer.concat([latin1('a\u0000\u0000'), deflateSync(Buffer.alloc(200_000_000))])

const otherFormats: HostileFile[] = [
  file('nothing at all', Buffer.alloc(0), { refusedAs: 'images.empty' }),
  file('one byte', Buffer.from([0x89]), unsupportedKind),
  file('text named as a picture', latin1('no picture'), unsupportedKind),
  file('HTML named as a picture', latin1(`<!doctype html>${script}`), unsupportedKind),
  file('an SVG with a script', latin1(svg), unsupportedKind, { fileName: 'a.svg', mediaType: 'image/svg+xml' }),
  file(
    'an SVG after blanks and a byte order mark',
    latin1(`\u00ef\u00bb\u00bf \n<?xml version="1.0"?>${svg}`),
    unsupportedKind,
  ),
  file('a compressed SVG', gzipSync(svg), unsupportedKind, { fileName: 'a.svgz' }),
  file(
    'an SVG that reads a file on the server',
    latin1(`<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg><text>&f;</text></svg>`),
    unsupportedKind,
  ),
  file(
    'ImageMagick commands',
    latin1("push graphic-context\nimage over 0,0 0,0 'ephemeral:/etc/passwd'"),
    unsupportedKind,
  ),
  file('a PDF', latin1('%PDF-1.7\n1 0 obj'), unsupportedKind),
  file('a ZIP', zip, unsupportedKind, { fileName: 'a.zip' }),
  file('a gzip bomb', gzipSync(Buffer.alloc(40_000_000)), unsupportedKind),
  file('a Windows executable', latin1(`MZ\u0090${'\u0000'.repeat(60)}PE`), unsupportedKind),
  file('a Linux executable', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), unsupportedKind),
  file('a PHP script', latin1('<?php system($_GET["c"]); ?>'), unsupportedKind, { fileName: 'a.php.png' }),
  file('a TIFF', latin1('II*\u0000\u0008\u0000\u0000\u0000'), unsupportedKind),
  file('a BMP', latin1(`BM${'\u0000'.repeat(60)}`), unsupportedKind),
  file('an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), unsupportedKind),
  file('a JPEG XL', Buffer.from([0xff, 0x0a, 0, 0]), unsupportedKind),
  file('a HEIC', latin1('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'), unsupportedKind),
  file('a PPM of ten billion pixels', latin1('P6 99999 99999 255 '), unsupportedKind),
  file('a file in the format of libvips', Buffer.from([0x08, 0xf2, 0xa6, 0xb6, 0, 0, 0, 0]), unsupportedKind),
]

const pngs: HostileFile[] = [
  file('a PNG followed by HTML', Buffer.concat([validPng, latin1(script)]), 'stored'),
  file('a PNG followed by a ZIP', Buffer.concat([validPng, zip]), 'stored'),
  file(
    'a PNG with a script in a text chunk',
    makePng({ width: 8, height: 4, extra: [makeChunk('tEXt', latin1(`a\u0000${script}`))] }),
    'stored',
  ),
  file(
    'a PNG with a bomb in a text chunk',
    makePng({
      width: 8,
      height: 4,
      extra: [makeChunk('zTXt', bomb)],
    }),
    'either',
  ),
  file(
    'a PNG with a bomb as its colour profile',
    makePng({
      width: 8,
      height: 4,
      extra: [makeChunk('iCCP', bomb)],
    }),
    'either',
  ),
  file(
    'a PNG with far too much data for its size',
    makePng({ width: 8, height: 4, pixels: Buffer.alloc(200_000_000) }),
    'either',
  ),
  file(
    'a PNG with too little data for its size',
    makePng({ width: 800, height: 400, pixels: Buffer.alloc(99) }),
    unreadable,
  ),
  file(
    'a PNG of 900 million pixels',
    makePng({ width: 30_000, height: 30_000, pixels: Buffer.alloc(99) }),
    tooManyPixels,
  ),
  file(
    'a PNG of 40 million pixels and one row',
    makePng({ width: 8_000, height: 5_001, pixels: Buffer.alloc(99) }),
    tooManyPixels,
  ),
  file('a PNG of the greatest width', makePng({ width: 0x7fffffff, height: 1, pixels: Buffer.alloc(9) }), 'either'),
  file('a PNG of width 0', makePng({ width: 0, height: 4, pixels: Buffer.alloc(9) }), unreadable),
  file('a PNG whose header has a wrong checksum', patchBytes(validPng, 29, 1, 2, 3, 4), unreadable),
  file(
    'half a PNG',
    makePng({
      width: 300,
      height: 300,
      pixels: Buffer.from(Array.from({ length: 90_300 }, (_, n) => (n * 7919) % 251)),
    }).subarray(0, 400),
    unreadable,
  ),
  file('only the signature of a PNG', validPng.subarray(0, 8), unreadable),
  file('a PNG uploaded as HTML, with a path as its name', validPng, 'stored', {
    fileName: '../../../etc/passwd.html',
    mediaType: 'text/html',
  }),
]

const jpegs: HostileFile[] = [
  file('a JPEG with a script in its comment', withSegment(0xfe, script), 'stored'),
  file('a JPEG with a secret in its camera data', withSegment(0xe1, 'Exif\u0000\u0000secret-of-the-camera'), 'stored'),
  file(
    'a JPEG of two billion pixels',
    patchBytes(samples.jpeg, jpegHeightOffset, 0xc3, 0x50, 0xc3, 0x50),
    tooManyPixels,
  ),
  file('half a JPEG', samples.jpeg.subarray(0, samples.jpeg.byteLength - 40), unreadable),
  file('only the signature of a JPEG', samples.jpeg.subarray(0, 3), unreadable),
]

const frame = samples.gif.subarray(19, -1)
const gifs: HostileFile[] = [
  file('a GIF that is also a program', latin1(`GIF89a/*${'\u0000'.repeat(20)}*/=1;alert(1)`), unreadable),
  file('only the signature of a GIF', samples.gif.subarray(0, 6), unreadable),
  // only the frame has pixels, so the size of the screen is ignored
  file('a GIF with a screen of four billion pixels', patchBytes(samples.gif, 6, 0xff, 0xff, 0xff, 0xff), 'stored'),
  file(
    'a GIF of ten thousand frames',
    Buffer.concat([samples.gif.subarray(0, 19), ...Array<Buffer>(10_000).fill(frame), latin1(';')]),
    'stored',
  ),
]

const containers: HostileFile[] = [
  file('a WebP whose header states a greater length', patchBytes(samples.webp, 4, 0xff, 0xff, 0xff, 0x7f), 'either'),
  file('a WebP with nothing after its header', latin1('RIFF\u0010\u0000\u0000\u0000WEBPVP8 garbage!'), unreadable),
  file(
    'an AVIF with nothing after its header',
    latin1('\u0000\u0000\u0000\u0014ftypavif\u0000\u0000\u0000\u0000avif'),
    unreadable,
  ),
  file('half an AVIF', samples.avif.subarray(0, 200), unreadable),
  file('an AVIF with a box longer than the file', patchBytes(samples.avif, 28, 0x7f, 0xff, 0xff, 0xff), unreadable),
  file(
    'an AVIF of a billion pixels',
    patchBytes(samples.avif, samples.avif.indexOf('ispe') + 8, 0, 0, 0x80, 0, 0, 0, 0x80, 0),
    tooManyPixels,
  ),
]

export const hostileFiles: readonly HostileFile[] = [...otherFormats, ...pngs, ...jpegs, ...gifs, ...containers]
