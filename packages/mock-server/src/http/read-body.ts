import { formType, type JsonLimits, jsonType, multipartType, readJson } from '@auspex/contract'
import type { MockRequest } from './messages.ts'
import { parseMediaType } from './media-type.ts'
import { parseMultipart } from './parse-multipart.ts'
import { invalid, Refusal } from './refusal.ts'

/** How an operation takes bodies. */
export interface BodyRules {
  /** The largest JSON or urlencoded body in bytes. */
  limit: number
  /** How much JSON text is parsed. */
  json: JsonLimits
  /** Whether the operation takes a body at all; what one without is sent is hardly looked at. */
  isTaken: boolean
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads a body as the product API does, before the contract has a say: JSON as its value, an urlencoded form as its text, a multipart
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
      // clients name the type on bodiless calls too; whether a body is required is for the contract to say
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

/** By its headers; a host that gives neither is asked for the body itself. */
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

/** Parses JSON as the product API does, by the same function. Throws a `Refusal` (422). */
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
