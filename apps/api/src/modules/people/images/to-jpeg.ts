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
