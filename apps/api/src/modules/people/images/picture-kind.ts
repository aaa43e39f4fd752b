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
