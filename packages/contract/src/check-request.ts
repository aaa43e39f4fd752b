import { type BodyType, formType, mediaTypeOf, multipartType } from './body-type.ts'
import { maxFaults } from './bounded-keywords.ts'
import type { ContractOperation } from './contract.ts'
import { type JsonLimits, readJson } from './read-json.ts'
import { type InvalidField, nameUnknownField, pointerStep, toInvalidFields } from './describe-faults.ts'
import type { Validate } from './validators.ts'

/** Values by name in a query string or a form: a list where the contract allows one, null where it allows that, otherwise text. */
export type Fields = Record<string, string | string[] | null>

/** Names that are not plain text. */
export interface FieldKinds {
  lists: ReadonlySet<string>
  /** Their null is written as the text `null`. */
  nullables?: ReadonlySet<string>
}

/** Maximum number of fields: more than any operation has parameters or fields, counting repetitions; checks of the contract keep it below this. */
export const maxFields = 1000

/**
 * Parses a query string or an urlencoded form. A repeated name that is not a list stays a list and then fails validation, rather than silently losing
 * a value. Null for more fields than any operation has, which are not parsed.
 */
function readFields(text: string, { lists, nullables }: FieldKinds): Fields | null {
  if (hasMoreFields(text)) return null
  const all = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = all.get(name)
    if (before === undefined) all.set(name, [value])
    else before.push(value)
  }
  const fields: Fields = Object.create(null) as Fields // a parameter may be called __proto__
  for (const [name, values] of all) {
    const [first = ''] = values
    const isNull = nullables?.has(name) === true && first === 'null'
    const single = isNull ? null : first
    fields[name] = lists.has(name) || values.length > 1 ? values : single
  }
  return fields
}

/** Drops optional empty fields, which a form sends when they are not filled in (docs/decisions/contract.md). */
function withoutEmpty(fields: Fields, optional: ReadonlySet<string>): Fields {
  for (const [name, value] of Object.entries(fields))
    if (optional.has(name) && [value].flat().every((each) => each === '')) delete fields[name]
  return fields
}

function hasMoreFields(text: string): boolean {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1
    if (fields > maxFields) return true
  }
  return false
}

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
  return { in: part, pointer: '/', message: `must not hold more than ${maxFields} fields` }
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

/** An empty object accompanies many calls and is harmless; an unread field would be dropped silently. */
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
  const parsed = readJson(String(texts[0]), limits)
  if (texts.length > 1) refuse('must not be repeated')
  if (parsed.kind === 'read') return parsed.value
  refuse(parsed.kind === 'not-json' ? 'must be JSON' : parsed.fault.message)
  return undefined
}

/**
 * Reports every text that no database can store: PostgreSQL has no U+0000 in text, and neither that nor half of a surrogate pair in JSON. Rejected
 * here for all operations, because a schema could only state it with a pattern on every string.
 */
function findUnstorableText(part: InvalidField['in'], value: unknown): InvalidField[] {
  const faults: InvalidField[] = []
  const steps: (string | number)[] = []
  const check = (text: string): void => {
    const message = unstorable(text)
    if (message === null || faults.length >= maxFaults) return
    const pointer = steps.map((step) => pointerStep(String(step))).join('')
    // an error that repeats the text could not be stored itself
    const shortPointer = pointer.slice(0, 500).toWellFormed().replaceAll('\0', '\uFFFD')
    faults.push({ in: part, pointer: shortPointer || '/', message })
  }
  const walk = (inner: unknown): void => {
    if (typeof inner === 'string') check(inner)
    else if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) {
        steps.push(index)
        walk(item)
        steps.pop()
      }
    } else if (typeof inner === 'object' && inner !== null && !ArrayBuffer.isView(inner)) {
      for (const [name, property] of Object.entries(inner)) {
        steps.push(name)
        check(name)
        walk(property)
        steps.pop()
      }
    }
  }
  walk(value)
  return faults
}

function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'must not hold the character U+0000'
  return text.isWellFormed() ? null : 'must not hold half of a surrogate pair'
}
