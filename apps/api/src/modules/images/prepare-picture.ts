import type { UploadedFile } from '@auspex/contract'
import { type EncodedPicture, encodePicture } from './encode-picture.ts'
import { imageEmpty, imagesBusy, notAPicture } from './images.errors.ts'
import { readPictureKind } from './picture-kind.ts'

/** Pictures that may wait for their turn, of at most 5 MB each. */
const mostWaiting = 12

export type PreparePicture = (file: UploadedFile, field: string) => Promise<EncodedPicture>

/** Reads pictures one after the other: one decoded picture can be 160 MB. */
export function createPreparePicture(): PreparePicture {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async ({ bytes }, field) => {
    if (bytes.byteLength === 0) throw imageEmpty(field)
    const kind = readPictureKind(bytes)
    if (kind === null) throw notAPicture(field)
    if (waiting >= mostWaiting) throw imagesBusy()
    waiting += 1
    const turn = last.then(() => encodePicture(bytes, kind, field))
    last = turn.catch(() => {}).finally(() => (waiting -= 1))
    return turn
  }
}
