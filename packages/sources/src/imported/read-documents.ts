import { createReadStream } from 'node:fs'

import type { Clock } from '../source.types.ts'
import { readCsvRows } from './csv-rows.ts'
import { gunzip } from './gunzip.ts'
import { ImportFormatError } from './import-errors.ts'
import { createRowParser, type ReadRow } from './imported.parse.ts'
import { readJsonlRows } from './jsonl-rows.ts'
import { findLineEnd, toLines } from './lines.ts'
import { peek } from './peek.ts'
import { type ImportFormat, isGzip, sniffBytes, sniffFormat } from './sniff-format.ts'
import { findUtf16, toUtf8 } from './utf16.ts'

export interface ReadDocumentsOptions {
  /** A file to read; its name counts as a claim about its format. */
  path?: string
  /** Maximum number of bytes to read, for a file that is growing. */
  bytes?: number
  /** Bytes to read, when there is no file. */
  stream?: AsyncIterable<Uint8Array>
  /** Name of the uploaded file, when `stream` is given. */
  fileName?: string
  /** `auto` (default) decides by the content. */
  format?: 'auto' | ImportFormat
  clock: Clock
}

/**
 * Reads documents from JSONL or CSV, plain or gzip, in the order of the file, with only a few chunks in memory. An
 * invalid row is returned as rejected and never stops the rest.
 * @throws ImportFormatError before the first row, when the file is not what it claims or not a known format.
 * @throws ImportDamagedError after the last whole row, when a compressed file is truncated or damaged.
 */
export async function* readDocuments(options: ReadDocumentsOptions): AsyncGenerator<ReadRow, void, undefined> {
  const { format = 'auto', clock } = options
  const name = options.fileName ?? options.path ?? ''
  const raw = await peek(openBytes(options), sniffBytes)
  if (raw.head.length === 0) throw new ImportFormatError('empty_file', 'The file is empty.')
  if (/\.gz$/i.test(name) && !isGzip(raw.head))
    throw new ImportFormatError('not_gzip', 'The name of the file ends in .gz, but the file is not gzip.')

  const inflated = isGzip(raw.head) ? await peek(gunzip(raw.chunks), sniffBytes) : raw
  const encoding = findUtf16(inflated.head)
  const plain = encoding === null ? inflated : await peek(toUtf8(inflated.chunks, encoding), sniffBytes)
  const found = sniffFormat(plain.head, format === 'auto' ? claimOf(name) : format)
  const lineEnd = findLineEnd(plain.head.toString('utf8'))
  const lines = toLines(plain.chunks, lineEnd)
  const parse = createRowParser({ clock })
  yield* found === 'csv' ? readCsvRows(lines, parse, lineEnd) : readJsonlRows(lines, parse)
}

function claimOf(name: string): ImportFormat | null {
  const extension = /\.(jsonl|ndjson|csv|tsv)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return null
  return extension === 'csv' || extension === 'tsv' ? 'csv' : 'jsonl'
}

async function* openBytes({ path, bytes, stream }: ReadDocumentsOptions): AsyncGenerator<Buffer> {
  if (stream) {
    for await (const chunk of stream)
      yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  } else if (path !== undefined) {
    if (bytes === 0) return
    yield* createReadStream(path, { highWaterMark: 256 * 1024, end: bytes === undefined ? Infinity : bytes - 1 })
  } else {
    throw new TypeError('readDocuments needs a path or a stream')
  }
}
