import type { Sharp } from 'sharp'
import { imageUnreadable, tooManyPixels } from '../people.errors.ts'
import type { PictureKind } from './picture-kind.ts'

/** A picture as stored. */
export interface EncodedPicture {
  /** WebP. */
  bytes: Buffer
  width: number
  height: number
}

/** Phones take pictures of 40 million pixels; decoded they are 160 MB. */
const maxPixels = 40_000_000
const maxWidth = 1600
const maxHeight = 3200
const maxSeconds = 10
/** The second is for the rare picture that is still too large to store. */
const qualities = [82, 40] as const
const maxBytes = 5_242_880

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
