import type { Sharp } from 'sharp'
import { imageUnreadable, tooManyPixels } from './images.errors.ts'
import type { PictureKind } from './picture-kind.ts'

/** A picture as it is stored. */
export interface EncodedPicture {
  /** WebP. */
  bytes: Buffer
  width: number
  height: number
}

/** 40 million pixels are what telephones take; decoded they are 160 MB. */
const mostPixels = 40_000_000
const mostWidth = 1600
const mostHeight = 3200
const mostSeconds = 10
/** The second is for the rare picture that is still too large to store. */
const qualities = [82, 40] as const
const mostBytes = 5_242_880

/** The only decoders that are ever used, whatever a file contains; libvips has many more. */
const decoders: Record<PictureKind, string> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
}

type OpenPicture = (bytes: Uint8Array) => Sharp
let opening: Promise<OpenPicture> | null = null

/** The library is 20 MB of machine code: it is loaded with the first picture, not with the server. */
async function loadDecoders(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: Object.values(decoders) })
  return (bytes) => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true })
}

/**
 * Decodes a picture and writes it anew as WebP, upright, at most 1600 px wide, without what cameras and programs wrote into the file; of an
 * animation the first frame. Throws `images.unreadable` and `images.too_many_pixels`, which name `field`.
 */
export async function encodePicture(bytes: Uint8Array, kind: PictureKind, field: string): Promise<EncodedPicture> {
  opening ??= loadDecoders()
  const open = await opening
  const facts = await open(bytes)
    .metadata()
    .catch((error: unknown) => {
      throw isPixelLimit(error) ? tooManyPixels(field, mostPixels / 1e6) : imageUnreadable(field)
    })
  if (facts.format !== (kind === 'avif' ? 'heif' : kind)) throw imageUnreadable(field)
  if (facts.width * facts.height > mostPixels) throw tooManyPixels(field, mostPixels / 1e6)
  for (const quality of qualities) {
    const picture = open(bytes)
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize({ width: mostWidth, height: mostHeight, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
    const { data, info } = await picture.toBuffer({ resolveWithObject: true }).catch(() => {
      throw imageUnreadable(field)
    })
    if (data.byteLength <= mostBytes) return { bytes: data, width: info.width, height: info.height }
  }
  throw imageUnreadable(field)
}

function isPixelLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit')
}
