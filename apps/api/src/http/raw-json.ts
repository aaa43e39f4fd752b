declare const shape: unique symbol

/** JSON text that is sent as it is; `T` is what it holds. */
export class RawJson<T> {
  readonly text: string
  declare readonly [shape]: T

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Wraps stored JSON so that a large cached body is sent without being parsed and serialised again.
 * The caller vouches for `T`; with response checks on (as in tests) the text is parsed and checked like any body.
 */
export function rawJson<T>(text: string): RawJson<T> {
  return new RawJson<T>(text)
}
