import { formType, type JsonLimits, jsonType, multipartType, readJson, type UploadedFile } from '@auspex/contract'
import { invalid, Refusal } from './refusal.ts'
import type { MockRequest } from './messages.ts'

const tokenPattern = "[\\w!#$%&'*+.^`|~-]+"
const mediaTypePattern = new RegExp(`^\\s*(${tokenPattern}/${tokenPattern})\\s*(?:;|$)`)
const parameterPattern = new RegExp(`;\\s*(${tokenPattern})=("(?:[^"\\\\]|\\\\.)*"|${tokenPattern})`, 'g')

export interface MediaType {
  /** Lower-case, without parameters. */
  type: string
  /** By lower-case name. */
  parameters: ReadonlyMap<string, string>
}

/** Parses a Content-Type header (RFC 9110, 8.3); null when it is invalid. */
function parseMediaType(header: string): MediaType | null {
  const type = mediaTypePattern.exec(header)?.[1]
  if (type === undefined) return null
  return { type: type.toLowerCase(), parameters: parseParameters(header) }
}

/** Reads the `; name=value` parts of a header. */
function parseParameters(header: string): Map<string, string> {
  return new Map(
    [...header.matchAll(parameterPattern)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value,
    ]),
  )
}

/** The product API's limits: bytes per file and per field, characters of all fields, and how many of each. */
const multipartLimits = { fileSize: 5_242_881, fieldSize: 1_048_576, text: 1_048_576, files: 4, fields: 60, parts: 64 }

type Part = [name: string, value: string | UploadedFile]

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const dash = 45

/** Parses a multipart form (RFC 7578). Throws a `Refusal`: 413 above the limits, 422 for a malformed form. */
export function parseMultipart(body: Uint8Array, contentType: string): Part[] {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary')
  if (boundary === undefined) throw unreadable()
  const parts = splitParts(body, boundary)
  const read = parts.flatMap((part) => readPart(part) ?? [])
  const texts = read.flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  if (texts.length > multipartLimits.fields || read.length - texts.length > multipartLimits.files) throw tooLarge()
  if (texts.reduce((sum, text) => sum + text.length, 0) > multipartLimits.text) throw tooLarge()
  return read
}

/** The parts between the boundaries. Text before the first and after the last is not part of the form. */
function splitParts(body: Uint8Array, boundary: string): Uint8Array[] {
  const delimiter = encoder.encode(`\r\n--${boundary}`)
  const opening = delimiter.subarray(2)
  const parts: Uint8Array[] = []
  // the first boundary may be at the very beginning, without a preceding line break
  const startsAtOnce = findBytes(body.subarray(0, opening.length), opening, 0) === 0
  const first = startsAtOnce ? 0 : findBytes(body, delimiter, 0)
  if (first === -1) throw unreadable()
  let at = first + (startsAtOnce ? opening.length : delimiter.length)
  while (!(body[at] === dash && body[at + 1] === dash)) {
    const next = findBytes(body, delimiter, at)
    if (next === -1) throw unreadable()
    parts.push(body.subarray(at, next))
    if (parts.length > multipartLimits.parts) throw tooLarge()
    at = next + delimiter.length
  }
  return parts
}

const blankLine = encoder.encode('\r\n\r\n')

/** Null for a part that is not a form field. */
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
    if (bytes.length > multipartLimits.fieldSize) throw tooLarge()
    return [[name, decoder.decode(bytes)]]
  }
  if (bytes.length > multipartLimits.fileSize) throw tooLarge()
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

/** Index of the first occurrence of `wanted` in `bytes` from `from` on; -1 when there is none. */
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

/** How an operation accepts bodies. */
export interface BodyRules {
  /** The largest JSON or urlencoded body in bytes. */
  limit: number
  /** The maximum of JSON text to parse. */
  json: JsonLimits
  /** Whether the operation accepts a body; otherwise the body is hardly inspected. */
  isTaken: boolean
}

/**
 * Reads a body as the product API does, before checking the contract: JSON as its value, a URL-encoded form as its text, a multipart
 * form as its parts, undefined for none. Throws a `Refusal`: 413, 415 or 422.
 */
export async function readBody(request: MockRequest, { limit, json, isTaken }: BodyRules): Promise<unknown> {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  const contentType = headers['content-type']
  if (contentType === undefined) {
    if (isTaken && (await hasBody(request))) throw unsupportedMediaType()
    return undefined
  }
  switch (parseMediaType(contentType)?.type ?? '') {
    case jsonType: {
      const text = await readText(request, limit)
      // clients send the type on requests without a body too; whether a body is required is up to the contract
      return text === '' ? undefined : parseJson(text, json)
    }
    case formType:
      return readText(request, limit)
    case multipartType:
      return parseMultipart(await request.readBody(), contentType)
    case '':
      throw unsupportedMediaType()
    default:
      if (isTaken) throw unsupportedMediaType()
      return undefined
  }
}

export function unsupportedMediaType(): Refusal {
  return new Refusal({ status: 415 })
}

/** Decided by the headers; without any, the body itself is read. */
async function hasBody({ headers, readBody: read }: MockRequest): Promise<boolean> {
  if (headers['transfer-encoding'] !== undefined) return true
  const length = headers['content-length']
  return length === undefined ? (await read()).byteLength > 0 : length !== '0'
}

async function readText(request: MockRequest, limit: number): Promise<string> {
  if (Number(request.headers['content-length']) > limit) throw new Refusal({ status: 413 })
  const bytes = await request.readBody()
  if (bytes.byteLength > limit) throw new Refusal({ status: 413 })
  return decoder.decode(bytes)
}

/** Parses JSON with the same function as the product API. Throws a `Refusal` (422). */
function parseJson(text: string, limits: JsonLimits): unknown {
  const read = readJson(text, limits)
  if (read.kind === 'read') return read.value
  if (read.kind === 'too-much') throw invalid([read.fault])
  throw new Refusal({
    status: 422,
    code: 'request.invalid',
    title: 'The body is not JSON',
    detail: 'Send one JSON value, in UTF-8.',
  })
}
