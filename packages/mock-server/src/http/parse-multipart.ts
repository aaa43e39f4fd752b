import type { UploadedFile } from '@auspex/contract'
import { parseMediaType, parseParameters } from './media-type.ts'
import { Refusal } from './refusal.ts'

/** The product API's limits: bytes of a file and of a field, characters of all fields, and how many of each. */
const limits = { fileSize: 5_242_881, fieldSize: 1_048_576, text: 1_048_576, files: 4, fields: 60, parts: 64 }

type Part = [name: string, value: string | UploadedFile]

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const dash = 45

/** Reads a multipart form (RFC 7578). Throws a `Refusal`: 413 above the limits, 422 for a form that cannot be read. */
export function parseMultipart(body: Uint8Array, contentType: string): Part[] {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary')
  if (boundary === undefined) throw unreadable()
  const parts = splitParts(body, boundary)
  const read = parts.flatMap((part) => readPart(part) ?? [])
  const texts = read.flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  if (texts.length > limits.fields || read.length - texts.length > limits.files) throw tooLarge()
  if (texts.reduce((sum, text) => sum + text.length, 0) > limits.text) throw tooLarge()
  return read
}

/** What stands between the boundaries. What is before the first and behind the last is not part of the form. */
function splitParts(body: Uint8Array, boundary: string): Uint8Array[] {
  const delimiter = encoder.encode(`\r\n--${boundary}`)
  const opening = delimiter.subarray(2)
  const parts: Uint8Array[] = []
  // the first boundary may stand at the very beginning, without a line before it
  const startsAtOnce = findBytes(body.subarray(0, opening.length), opening, 0) === 0
  const first = startsAtOnce ? 0 : findBytes(body, delimiter, 0)
  if (first === -1) throw unreadable()
  let at = first + (startsAtOnce ? opening.length : delimiter.length)
  while (!(body[at] === dash && body[at + 1] === dash)) {
    const next = findBytes(body, delimiter, at)
    if (next === -1) throw unreadable()
    parts.push(body.subarray(at, next))
    if (parts.length > limits.parts) throw tooLarge()
    at = next + delimiter.length
  }
  return parts
}

const blankLine = encoder.encode('\r\n\r\n')

/** Null for a part that is no field of a form. */
function readPart(part: Uint8Array): Part[] | null {
  const headerEnd = findBytes(part, blankLine, 0)
  if (headerEnd === -1) return null
  const headers = readHeaders(decoder.decode(part.subarray(0, headerEnd)))
  const disposition = headers.get('content-disposition')
  if (disposition === undefined || !/^form-data\b/i.test(disposition)) return null
  const parameters = parseParameters(disposition)
  const name = parameters.get('name')
  if (name === undefined) throw unreadable()
  const bytes = part.subarray(headerEnd + blankLine.length)
  const filename = parameters.get('filename')
  const mediaType = parseMediaType(headers.get('content-type') ?? '')?.type ?? 'text/plain'
  if (filename === undefined && mediaType !== 'application/octet-stream') {
    if (bytes.length > limits.fieldSize) throw tooLarge()
    return [[name, decoder.decode(bytes)]]
  }
  if (bytes.length > limits.fileSize) throw tooLarge()
  return [[name, { filename: filename ?? '', mediaType, bytes }]]
}

function readHeaders(text: string): Map<string, string> {
  const lines = text.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':')
      return colon <= 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]]
    }),
  )
}

function tooLarge(): Refusal {
  return new Refusal({ status: 413, title: 'The form is too large', detail: 'Send files of at most 5 MB.' })
}

function unreadable(): Refusal {
  return new Refusal({
    status: 422,
    title: 'The form cannot be read',
    detail: 'Send multipart/form-data with its boundary.',
  })
}

/** Index of the first place at or behind `from` where `wanted` stands in `bytes`; -1 when it stands nowhere. */
function findBytes(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  const [first] = pattern
  if (first === undefined) return from
  const last = bytes.length - pattern.length
  for (let at = bytes.indexOf(first, from); at !== -1 && at <= last; at = bytes.indexOf(first, at + 1)) {
    let matched = 1
    while (matched < pattern.length && bytes[at + matched] === pattern[matched]) matched += 1
    if (matched === pattern.length) return at
  }
  return -1
}
