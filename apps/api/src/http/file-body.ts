import type { Readable } from 'node:stream'

/** A body that is not JSON: the bytes of a file, sent unchanged. */
export class FileBody {
  readonly mediaType: string
  readonly stream: Readable
  /** Modules whose data it contains, in addition to those that the contract lists for every request. */
  readonly modules: readonly string[]

  constructor(file: { mediaType: string; stream: Readable; modules?: readonly string[] }) {
    this.mediaType = file.mediaType
    this.stream = file.stream
    this.modules = file.modules ?? []
  }
}
