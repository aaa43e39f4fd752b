import type { Readable } from 'node:stream'

/** A body that is no JSON: the bytes of a file, sent as they come. */
export class FileBody {
  readonly mediaType: string
  readonly stream: Readable

  constructor(file: { mediaType: string; stream: Readable }) {
    this.mediaType = file.mediaType
    this.stream = file.stream
  }
}
