import type { Clock } from '../source.types.ts'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { parseWithExactIds } from '../text/parse-json.ts'
import { csvColumns } from './csv-record.ts'
import { readCsvRows } from './csv-rows.ts'
import { ImportDamagedError, ImportFormatError } from './import-errors.ts'
import { type ImportRow, type ParsedRow, type ReadRow, createRowParser } from './imported.parse.ts'
import { type Line, findLineEnd, toLines } from './lines.ts'

export interface PeekedStream {
  /** The first bytes: at least the requested number, unless there are fewer. */
  head: Buffer
  /** All the bytes, including the first ones. Can be read once. */
  chunks: AsyncGenerator<Buffer>
}

/** Reads the first bytes without consuming them. A later failure surfaces when the chunks are read. */
async function peek(source: AsyncGenerator<Buffer>, bytes: number): Promise<PeekedStream> {
  const first: Buffer[] = []
  let length = 0
  let failure: { error: unknown } | null = null
  try {
    while (length < bytes) {
      const next = await source.next()
      if (next.done) break
      first.push(next.value)
      length += next.value.length
    }
  } catch (error) {
    if (length === 0) throw error
    failure = { error }
  }
  const head = Buffer.concat(first)
  async function* chunks(): AsyncGenerator<Buffer> {
    yield* first
    if (failure) throw failure.error
    yield* source
  }
  return { head, chunks: chunks() }
}

/** Byte order of UTF-16; Excel saves its Unicode text this way. */
type Utf16 = 'utf-16le' | 'utf-16be'

/** UTF-16 by its byte order mark, or by every other byte of its first letters being zero; null for anything else. */
function findUtf16(head: Buffer): Utf16 | null {
  const [a = 0, b = 0, c = 0, d = 0] = head
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a !== 0 && b === 0 && c !== 0 && d === 0 && head.length > 4) return 'utf-16le'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null
}

/** The same text in UTF-8, without its byte order mark; half of a surrogate pair becomes U+FFFD. */
async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Utf16): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** Small enough that even a 1000:1 bomb inflates to only a few megabytes before the reader's next turn. */
const pieceBytes = 16 * 1024

/**
 * Decompresses gzip piece by piece. A piped stream would drop its output when the input ends early, so the pieces are written one at a time and all
 * output is yielded before the error.
 *
 * When zlib fails, it also drops the output of the failing piece. So a second inflater tries each piece first, and a piece that it rejects is written
 * to the real one byte by byte: no row before the damage is lost.
 * @throws ImportDamagedError when the input is truncated or damaged, after everything that could be inflated was yielded.
 */
async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const trial = createInflater({ isTrial: true })
  const inflater = createInflater({ isTrial: false })
  try {
    for await (const chunk of compressed) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        await trial.write(piece)
        if (trial.failure() === null) await inflater.write(piece)
        else await writeByByte(inflater, piece)
        yield* inflater.take()
        throwDamage(inflater.failure())
      }
    }
    await inflater.end()
    yield* inflater.take()
    throwDamage(inflater.failure())
  } finally {
    trial.destroy()
    inflater.destroy()
  }
}

async function writeByByte(inflater: ReturnType<typeof createInflater>, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length && inflater.failure() === null; at += 1)
    await inflater.write(piece.subarray(at, at + 1))
}

function createInflater({ isTrial }: { isTrial: boolean }) {
  const stream = createGunzip({ chunkSize: 128 * 1024 })
  let inflated: Buffer[] = []
  let failure: NodeJS.ErrnoException | null = null
  stream.on('data', (bytes: Buffer) => isTrial || inflated.push(bytes))
  stream.on('error', (error) => (failure = error))
  /** Resolves when a step is done, or the stream failed on it. */
  const settled = (start: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      stream.once('close', resolve)
      start(() => {
        stream.off('close', resolve)
        resolve()
      })
    })
  return {
    write: (piece: Buffer) => settled((done) => stream.write(piece, done)),
    end: () => settled((done) => stream.once('end', done).end()),
    take(): Buffer[] {
      const output = inflated
      inflated = []
      return output
    },
    failure: (): NodeJS.ErrnoException | null => failure,
    destroy: () => void stream.destroy(),
  }
}

function throwDamage(failure: NodeJS.ErrnoException | null): void {
  if (failure === null) return
  throw new ImportDamagedError(failure.code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt', { cause: failure })
}

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
  const sniffed = sniffFormat(plain.head, format === 'auto' ? claimOf(name) : format)
  const lineEnd = findLineEnd(plain.head.toString('utf8'))
  const lines = toLines(plain.chunks, lineEnd)
  const parse = createRowParser({ clock })
  yield* sniffed === 'csv' ? readCsvRows(lines, parse, lineEnd) : readJsonlRows(lines, parse)
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

/** Fields of the import format, each of which a JSON row may contain once. */
const fields = [
  'id',
  'source',
  'kind',
  'url',
  'title',
  'body',
  'author',
  'published_at',
  'country',
  'lang',
  'engagement',
]
const namesInJson = fields.map((field) => `"${field}"`)

/**
 * A field that occurs twice in an object: JSON does not define which one counts, and a parser silently takes the last. Null for none. The text is
 * valid JSON of an object.
 */
function findRepeatedField(text: string): string | null {
  // this quick test, which takes a hundredth of the walk below, settles nearly every row
  const suspects = namesInJson.filter((name) => text.indexOf(name) !== text.lastIndexOf(name))
  if (suspects.length === 0) return null
  const seen = new Set<string>()
  let depth = 0
  let isName = false
  for (const { 0: token } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (token.startsWith('"')) {
      if (depth === 1 && isName && suspects.includes(token)) {
        if (seen.has(token)) return token.slice(1, -1)
        seen.add(token)
      }
      isName = false
    } else isName = token === '{' || token === ','
  }
  return null
}

/** Reads one JSON object per line. Blank lines are skipped. */
async function* readJsonlRows(
  batches: AsyncIterable<Line[]>,
  parse: (row: ImportRow) => ParsedRow,
): AsyncGenerator<ReadRow, void, undefined> {
  let line = 0
  for await (const batch of batches) {
    for (const text of batch) {
      line += 1
      if (typeof text !== 'string') yield { line, rejected: text.broken }
      else if (text.trim() !== '') yield { line, ...parseLine(text, parse) }
    }
  }
}

function parseLine(text: string, parse: (row: ImportRow) => ParsedRow): ParsedRow {
  let row: unknown
  try {
    row = parseWithExactIds(text)
  } catch (error) {
    if (error instanceof RangeError) return { rejected: 'the line is nested too deep' }
    return { rejected: `the line is not valid JSON${text.includes('\0') ? ': it holds the character U+0000' : ''}` }
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { rejected: 'the line is not a JSON object' }
  const twice = findRepeatedField(text)
  if (twice !== null) return { rejected: `${twice} stands twice in the row` }
  // Cast: a JSON object; every field is checked when it is read.
  return parse(row as ImportRow)
}

type ImportFormat = 'jsonl' | 'csv'

/** Bytes at the start of a file that determine its format. */
const sniffBytes = 64 * 1024

/** Whether the bytes start like gzip (RFC 1952). */
function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

/**
 * Detects from the first bytes whether a file (already decompressed) is JSONL or CSV.
 * @throws ImportFormatError when it is neither, or not the format that was claimed.
 */
function sniffFormat(head: Buffer, claimed: ImportFormat | null): ImportFormat {
  refuseBinary(head)
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  const lineEnd = findLineEnd(text)
  const allLines = text.split(lineEnd).map((line) => line.replace(/\r$/, ''))
  const lines = allLines.filter((line) => line.trim() !== '')
  const first = lines[0]?.trim() ?? ''
  if (first === '') throw new ImportFormatError('empty_file', 'The file is empty.')
  if (first.startsWith('[') && claimed !== 'csv') {
    const message = 'The file is a JSON array. Write one document per line (JSONL) instead.'
    throw new ImportFormatError('json_array', message)
  }
  if (first.startsWith('<') && claimed !== 'csv')
    throw new ImportFormatError('markup', 'The file is HTML or XML. Import JSONL or CSV.')

  const looksJsonl = lines.some((line) => line.trimStart().startsWith('{'))
  if (first.startsWith('{') || (claimed === 'jsonl' && looksJsonl)) {
    if (claimed === 'csv') throw new ImportFormatError('csv_header', 'The file is JSONL, not CSV.')
    refuseJsonDocument(lines, text.endsWith(lineEnd))
    return 'jsonl'
  }
  if (claimed === 'jsonl')
    throw new ImportFormatError('not_jsonl', 'The file is not JSONL: no line starts with a JSON object.')
  const columns = csvColumns(allLines.slice(allLines.findIndex((line) => line.trim() !== '')))
  if (typeof columns !== 'string') return 'csv'
  // U+0000 alone does not make a file binary: a row of text may contain one, which is dropped
  if (head.includes(0)) throw new ImportFormatError('binary', 'The file is binary. Import JSONL or CSV.')
  if (claimed === 'csv') throw new ImportFormatError('csv_header', columns)
  throw new ImportFormatError('unknown_format', `The file is neither JSONL nor CSV with a known header. ${columns}`)
}

function refuseBinary(head: Buffer): void {
  if (head.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new ImportFormatError('pdf', 'The file is a PDF. Import JSONL or CSV.')
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    const message = 'The file is a ZIP archive or an Excel workbook. Unpack it, or save the sheet as CSV.'
    throw new ImportFormatError('zip', message)
  }
  if (isGzip(head)) throw new ImportFormatError('binary', 'The file is compressed twice. Decompress it once.')
}

/** A single JSON document over many lines has a brace alone on its first line, or no line that is JSON by itself. */
function refuseJsonDocument(lines: string[], endsWithNewline: boolean): void {
  const completeLines = endsWithNewline ? lines : lines.slice(0, -1)
  const second = lines[1]?.trimStart()
  if (completeLines.length < 2 || second === undefined || second.startsWith('{')) return
  if (completeLines.some(isJsonObject)) return
  const message = 'The file is one JSON document over many lines. Write one document per line (JSONL) instead.'
  throw new ImportFormatError('json_document', message)
}

function isJsonObject(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
