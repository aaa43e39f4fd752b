declare const shape: unique symbol

/** JSON text that is sent unchanged; `T` is the type of its content. */
export class RawJson<T> {
  readonly text: string
  /** The text compressed with gzip, for clients that accept it; null when it is not cached. */
  readonly compressed: Buffer | null
  declare readonly [shape]: T

  constructor(text: string, compressed: Buffer | null) {
    this.text = text
    this.compressed = compressed
  }
}

/**
 * Wraps stored JSON so that a large cached body is sent without being parsed and serialized again. The caller vouches for `T`; with response checks
 * on (as in tests) the text is parsed and validated like any body.
 */
export function rawJson<T>(text: string, compressed: Buffer | null = null): RawJson<T> {
  return new RawJson<T>(text, compressed)
}
