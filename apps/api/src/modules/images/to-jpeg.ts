/** A picture for files that cannot hold WebP. */
export interface JpegPicture {
  bytes: Buffer
  width: number
  height: number
}

/** Writes one of our own pictures as JPEG, on white where it lets through. */
export async function toJpeg(bytes: Buffer): Promise<JpegPicture> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(bytes).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer({
    resolveWithObject: true,
  })
  return { bytes: data, width: info.width, height: info.height }
}
