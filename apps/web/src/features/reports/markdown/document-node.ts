/** A mark of the editor's document, as JSON. */
export interface DocumentMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** A node of the editor's document, as JSON. */
export interface DocumentNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly DocumentNode[]
  readonly marks?: readonly DocumentMark[]
  readonly text?: string
}
