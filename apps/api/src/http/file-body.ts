import type { Readable } from 'node:stream'

/** A body that is no JSON: the bytes of a file, sent as they come. */
export class FileBody {
  readonly mediaType: string
  readonly stream: Readable
  /** Modules whose things are in it, besides those that the contract names for every request. */
  readonly modules: readonly string[]

  constructor(file: { mediaType: string; stream: Readable; modules?: readonly string[] }) {
    this.mediaType = file.mediaType
    this.stream = file.stream
    this.modules = file.modules ?? []
  }
}
