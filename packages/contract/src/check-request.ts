import type { BodyType } from './body-type.ts'
import { maxFaults } from './bounded-keywords.ts'
import type { ContractOperation } from './contract.ts'
import { mostFields, readFields, withoutEmpty } from './fields.ts'
import type { JsonLimits } from './json-limits.ts'
import { formType, mediaTypeOf, multipartType } from './media-types.ts'
import { readJson } from './read-json.ts'
import { findUnstorableText } from './storable-text.ts'
import { type InvalidField, nameUnknownField, pointerStep, toInvalidFields, type Validate } from './validators.ts'

/** A file of a multipart form. */
export interface UploadedFile {
  filename: string
  mediaType: string
  bytes: Uint8Array
}

/** The parts of a multipart form in order; a name may be repeated. */
export type FormParts = readonly (readonly [name: string, value: string | UploadedFile])[]

/** A request as a server received it, before its values are validated. */
export interface RequestParts {
  /** Decoded path parameters by name. */
  path: Record<string, string>
  /** The part after the question mark, still encoded. */
  query: string
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined for no body; text of an urlencoded form; parts of a multipart form; otherwise the parsed JSON value. */
  body: unknown
}

/** A request that satisfies the contract, with its text values converted to the contract's types. */
export interface CheckedInput {
  path: unknown
  query: unknown
  headers: unknown
  body: unknown
}

export type CheckedRequest =
  | { kind: 'valid'; input: CheckedInput }
  | { kind: 'invalid'; faults: InvalidField[] }
  | { kind: 'unsupported-media-type'; mediaType: string }

/** Validates a request against its operation: the one check that the server, the mock and the tests share. */
export function checkRequest(operation: ContractOperation, parts: RequestParts): CheckedRequest {
  const path = { ...parts.path }
  const fields = readFields(parts.query, operation)
  if (fields === null) return { kind: 'invalid', faults: [tooManyFields('query')] }
  const query = withoutEmpty(fields, operation.optional)
  const headers = Object.fromEntries(
    [...operation.headers].flatMap((name) => (parts.headers[name] === undefined ? [] : [[name, parts.headers[name]]])),
  )
  const faults = [
    ...findFaults('path', path, operation.checkPath),
    ...findFaults('query', query, operation.checkQuery),
    ...findFaults('header', headers, operation.checkHeaders),
  ]
  const body = checkBody(operation, parts)
  if (body.kind === 'unsupported-media-type') return body
  faults.push(...body.faults)
  if (faults.length > 0) return { kind: 'invalid', faults: faults.slice(0, maxFaults) }
  return { kind: 'valid', input: { path, query, headers, body: body.value } }
}

/** Texts are checked last, and only in values that the contract allows, which are within their size limits. */
function findFaults(part: InvalidField['in'], value: unknown, check: Validate): InvalidField[] {
  const faults = toInvalidFields(part, check(value))
  return faults.length > 0 ? faults : findUnstorableText(part, value)
}

function tooManyFields(part: InvalidField['in']): InvalidField {
  return { in: part, pointer: '/', message: `must not hold more than ${mostFields} fields` }
}

type CheckedBody =
  | { kind: 'read'; value: unknown; faults: InvalidField[] }
  | { kind: 'unsupported-media-type'; mediaType: string }

function checkBody({ body, cleansText, lowerCase }: ContractOperation, parts: RequestParts): CheckedBody {
  if (body === null) return { kind: 'read', value: undefined, faults: refuseFields(parts) }
  if (parts.body === undefined) {
    const faults: InvalidField[] = body.required ? [{ in: 'body', pointer: '/', message: 'is required' }] : []
    return { kind: 'read', value: undefined, faults }
  }
  const header = parts.headers['content-type']
  const mediaType = mediaTypeOf(typeof header === 'string' ? header : undefined)
  const reading = body.types.get(mediaType)
  if (reading === undefined) return { kind: 'unsupported-media-type', mediaType }
  if (mediaType === multipartType) return checkForm(parts.body as FormParts, reading, lowerCase) // the output of its parser
  const value = mediaType === formType ? readFields(parts.body as string, reading) : parts.body // its parser returns text
  if (mediaType === formType && value === null)
    return { kind: 'read', value: undefined, faults: [tooManyFields('body')] }
  putInLowerCase(value, lowerCase)
  const faults = cleansText ? toInvalidFields('body', reading.check(value)) : findFaults('body', value, reading.check)
  return { kind: 'read', value, faults }
}

/** An empty object accompanies many calls and is harmless; a field that nobody reads would be dropped silently. */
function refuseFields({ body, headers }: RequestParts): InvalidField[] {
  if (body === undefined) return []
  return namesIn(body, mediaTypeOf(headers['content-type']?.toString()))
    .slice(0, maxFaults)
    .map((name) => ({ in: 'body', pointer: pointerStep(name).slice(0, 500), ...nameUnknownField(name, []) }))
}

function namesIn(body: unknown, mediaType: string): string[] {
  if (typeof body === 'string')
    return mediaType === formType ? Object.keys(readFields(body, { lists: new Set() }) ?? {}) : []
  if (Array.isArray(body))
    return mediaType === multipartType ? [...new Set((body as FormParts).map(([name]) => name))] : [] // the output of its parser
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}

function checkForm(
  parts: FormParts,
  { check, names, lists, json, files, limits }: BodyType,
  lowerCase: readonly string[],
): CheckedBody {
  const faults: InvalidField[] = []
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown> // a part may be called __proto__
  const uploads = new Map<string, UploadedFile>()
  for (const name of new Set(parts.map(([each]) => each))) {
    const all = parts.filter(([each]) => each === name).map(([, part]) => part)
    const place = { in: 'body', pointer: pointerStep(name).slice(0, 500) } as const
    const [first] = all
    const maxBytes = files.get(name)
    if (maxBytes !== undefined) {
      if (all.length > 1 || typeof first === 'string' || first === undefined)
        faults.push({ ...place, message: 'must be one file' })
      else if (first.bytes.byteLength > maxBytes)
        faults.push({ ...place, message: `must not be larger than ${maxBytes} bytes` })
      else uploads.set(name, first)
      value[name] = ''
    } else if (all.some((part) => typeof part !== 'string')) {
      if (names.has(name)) faults.push({ ...place, message: 'must not be a file' })
      else value[name] = '' // forms are closed, so validation rejects it and names the field that was meant
    } else if (json.has(name)) value[name] = parseJson(all, limits, (message) => faults.push({ ...place, message }))
    else value[name] = lists.has(name) || all.length > 1 ? all : first
  }
  putInLowerCase(value, lowerCase)
  faults.push(...findFaults('body', value, check))
  faults.push(
    ...[...uploads].flatMap(([name, { filename, mediaType }]) =>
      findUnstorableText('body', { [name]: [filename, mediaType] }),
    ),
  )
  for (const [name, file] of uploads) value[name] = file
  return { kind: 'read', value, faults }
}

/** Before validation, so that the validated value is what is stored: lower-casing may add letters, and trimming may leave none. */
function putInLowerCase(value: unknown, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown> // objects and arrays can both be indexed
  for (const name of names) {
    const text = fields[name]
    if (typeof text === 'string') fields[name] = text.trim().toLowerCase()
  }
}

function parseJson(texts: readonly unknown[], limits: JsonLimits, refuse: (message: string) => void): unknown {
  const read = readJson(String(texts[0]), limits)
  if (texts.length > 1) refuse('must not be repeated')
  if (read.kind === 'read') return read.value
  refuse(read.kind === 'not-json' ? 'must be JSON' : read.fault.message)
  return undefined
}
