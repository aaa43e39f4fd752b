/** Why a file as a whole cannot be imported. */
export type ImportFormatCode =
  | 'empty_file'
  | 'not_gzip'
  | 'binary'
  | 'pdf'
  | 'zip'
  | 'markup'
  | 'json_array'
  | 'json_document'
  | 'not_jsonl'
  | 'csv_header'
  | 'unknown_format'

/** The file is not what it claims to be, or not a supported format. Thrown before any row is read. */
export class ImportFormatError extends Error {
  override readonly name = 'ImportFormatError'
  readonly code: ImportFormatCode

  constructor(code: ImportFormatCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A compressed file ends early or is damaged. Thrown after every whole row before the damage was yielded. */
export class ImportDamagedError extends Error {
  override readonly name = 'ImportDamagedError'
  readonly code: 'truncated' | 'corrupt'

  constructor(code: 'truncated' | 'corrupt', options: { cause: unknown }) {
    super(
      code === 'truncated'
        ? 'The compressed file ends early. The rows before the end were read; upload the whole file to get the rest.'
        : 'The compressed file is damaged. The rows before the damage were read; make the file again to get the rest.',
      options,
    )
    this.code = code
  }
}
