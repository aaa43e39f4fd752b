import { formType, type JsonLimits, jsonType, multipartType, readJson, type UploadedFile } from '@auspex/contract'
import { invalid, RefusalError } from './problem.ts'
import type { MockRequest } from './messages.ts'

const token = "[\\w!#$%&'*+.^`|~-]+"
/** A Content-Type header (RFC 9110, 8.3). */
const mediaTypePattern = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`)

/** The product API's limits: bytes per file and per field, characters of all fields, and how many of each. */
const multipartLimits = { fileSize: 5_242_881, fieldSize: 1_048_576, text: 1_048_576, files: 4, fields: 60 }

type Part = [name: string, value: string | UploadedFile]

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Parses a multipart form (RFC 7578). Throws a `RefusalError`: 413 above the limits, 422 for a malformed form. */
export async function parseMultipart(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Part[]> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => null)
  if (form === null)
    throw new RefusalError({
      status: 422,
      title: 'The form cannot be read',
      detail: 'Send multipart/form-data with its boundary.',
    })
  const entries = [...form]
  const texts = entries.flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  const isTooLarge =
    texts.length > multipartLimits.fields ||
    entries.length - texts.length > multipartLimits.files ||
    texts.some((text) => text.length > multipartLimits.fieldSize) ||
    texts.reduce((sum, text) => sum + text.length, 0) > multipartLimits.text ||
    entries.some(([, value]) => typeof value !== 'string' && value.size > multipartLimits.fileSize)
  if (isTooLarge)
    throw new RefusalError({ status: 413, title: 'The form is too large', detail: 'Send files of at most 5 MB.' })
  return Promise.all(
    entries.map(async ([name, value]): Promise<Part> => {
      if (typeof value === 'string') return [name, value]
      const bytes = new Uint8Array(await value.arrayBuffer())
      return [name, { filename: value.name, mediaType: value.type || 'application/octet-stream', bytes }]
    }),
  )
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
 * form as its parts, undefined for none. Throws a `RefusalError`: 413, 415 or 422.
 */
export async function readBody(request: MockRequest, { limit, json, isTaken }: BodyRules): Promise<unknown> {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  const contentType = headers['content-type']
  if (contentType === undefined) {
    if (isTaken && (await hasBody(request))) throw unsupportedMediaType()
    return undefined
  }
  switch (mediaTypePattern.exec(contentType)?.[1]?.toLowerCase() ?? '') {
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

export function unsupportedMediaType(): RefusalError {
  return new RefusalError({ status: 415 })
}

/** Decided by the headers; without any, the body itself is read. */
async function hasBody({ headers, readBody: read }: MockRequest): Promise<boolean> {
  if (headers['transfer-encoding'] !== undefined) return true
  const length = headers['content-length']
  return length === undefined ? (await read()).byteLength > 0 : length !== '0'
}

async function readText(request: MockRequest, limit: number): Promise<string> {
  if (Number(request.headers['content-length']) > limit) throw new RefusalError({ status: 413 })
  const bytes = await request.readBody()
  if (bytes.byteLength > limit) throw new RefusalError({ status: 413 })
  return decoder.decode(bytes)
}

/** Parses JSON with the same function as the product API. Throws a `RefusalError` (422). */
function parseJson(text: string, limits: JsonLimits): unknown {
  const parsed = readJson(text, limits)
  if (parsed.kind === 'read') return parsed.value
  if (parsed.kind === 'too-much') throw invalid([parsed.fault])
  throw new RefusalError({
    status: 422,
    code: 'request.invalid',
    title: 'The body is not JSON',
    detail: 'Send one JSON value, in UTF-8.',
  })
}
