import { csvColumns } from './csv-record.ts'
import { ImportFormatError } from './import-errors.ts'
import { findLineEnd } from './lines.ts'

export type ImportFormat = 'jsonl' | 'csv'

/** Bytes at the start of a file that determine its format. */
export const sniffBytes = 64 * 1024

/** Whether the bytes start like gzip (RFC 1952). */
export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

/**
 * Detects from the first bytes whether a file (already decompressed) is JSONL or CSV.
 * @throws ImportFormatError when it is neither, or not the format that was claimed.
 */
export function sniffFormat(head: Buffer, claimed: ImportFormat | null): ImportFormat {
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
