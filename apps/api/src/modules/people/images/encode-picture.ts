import type { Sharp } from 'sharp'
import { imageUnreadable, tooManyPixels } from '../people.errors.ts'

/** A picture as stored. */
export interface EncodedPicture {
  /** WebP. */
  bytes: Buffer
  width: number
  height: number
}

/** Phones take pictures of 40 million pixels; decoded they are 160 MB. */
const maxPixels = 40_000_000
// Larger pictures are scaled down to fit.
const maxWidth = 1600
const maxHeight = 3200
/** Decoding and encoding are stopped after this. */
const maxSeconds = 10
/** The second is for the rare picture that is still too large to store. */
const qualities = [82, 40] as const
/** The contract's maximum size of a picture. */
const maxBytes = 5 * 1024 ** 2

/** The only decoders that are used, regardless of the file name; libvips has many more. */
const decoders: Record<PictureKind, string> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
}

type OpenPicture = (bytes: Uint8Array) => Sharp
let opening: Promise<OpenPicture> | null = null

/** The library has 20 MB of machine code, so it is loaded with the first picture and not at startup. */
async function loadDecoders(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: Object.values(decoders) })
  return (bytes) => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true })
}

/**
 * Decodes a picture and re-encodes it as WebP, upright, at most 1600 px wide, without metadata of cameras and programs; only the first frame of an
 * animation. Throws `images.unreadable` and `images.too_many_pixels`, which name `field`.
 */
export async function encodePicture(bytes: Uint8Array, kind: PictureKind, field: string): Promise<EncodedPicture> {
  opening ??= loadDecoders()
  const open = await opening
  const facts = await open(bytes)
    .metadata()
    .catch((error: unknown) => {
      throw isPixelLimit(error) ? tooManyPixels(field, maxPixels / 1e6) : imageUnreadable(field)
    })
  if (facts.format !== (kind === 'avif' ? 'heif' : kind)) throw imageUnreadable(field)
  if (facts.width * facts.height > maxPixels) throw tooManyPixels(field, maxPixels / 1e6)
  for (const quality of qualities) {
    const picture = open(bytes)
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
    const { data, info } = await picture.toBuffer({ resolveWithObject: true }).catch(() => {
      throw imageUnreadable(field)
    })
    if (data.byteLength <= maxBytes) return { bytes: data, width: info.width, height: info.height }
  }
  throw imageUnreadable(field)
}

function isPixelLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit')
}

export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** Brands that identify an AVIF file (AV1 Image File Format, section 6). */
const avifBrands = ['avif', 'avis']
/** Brands are read to the end of the first box, up to this many bytes. */
const maxBrandBytes = 256

/** The type of a file by its first bytes; null for unsupported types, including SVG and HEIC. */
export function readPictureKind(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  const head = textOf(bytes, 0, 16)
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return head.slice(4, 8) === 'ftyp' && hasAvifBrand(bytes) ? 'avif' : null
}

/** The first box consists of its length, `ftyp`, the major brand, a version, and the compatible brands. */
function hasAvifBrand(bytes: Uint8Array): boolean {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const end = Math.min(length, bytes.byteLength, maxBrandBytes)
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12 && avifBrands.includes(textOf(bytes, at, 4))) return true
  return false
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte)
}

function textOf(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}

/** A picture for file formats that do not support WebP. */
export interface JpegPicture {
  bytes: Buffer
  width: number
  height: number
}

/** Converts one of our own pictures to JPEG, with a white background where it is transparent. */
export async function toJpeg(bytes: Buffer): Promise<JpegPicture> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(bytes).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer({
    resolveWithObject: true,
  })
  return { bytes: data, width: info.width, height: info.height }
}
