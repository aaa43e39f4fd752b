declare const shape: unique symbol

/** JSON text that is sent as it is; `T` is what it holds. */
export class RawJson<T> {
  readonly text: string
  /** The same text by gzip, for those who take it; null where nobody keeps it. */
  readonly compressed: Buffer | null
  declare readonly [shape]: T

  constructor(text: string, compressed: Buffer | null) {
    this.text = text
    this.compressed = compressed
  }
}

/**
 * Wraps stored JSON so that a large cached body is sent without being parsed and serialised again.
 * The caller vouches for `T`; with response checks on (as in tests) the text is parsed and checked like any body.
 */
export function rawJson<T>(text: string, compressed: Buffer | null = null): RawJson<T> {
  return new RawJson<T>(text, compressed)
}
