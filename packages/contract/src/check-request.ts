import type { BodyType } from './body-type.ts'
import type { ContractOperation } from './contract.ts'
import { readFields } from './fields.ts'
import { formType, mediaTypeOf, multipartType } from './media-types.ts'
import { type InvalidField, maxFaults, toInvalidFields } from './validators.ts'

/** A file of a multipart form. */
export interface UploadedFile {
  filename: string
  mediaType: string
  bytes: Uint8Array
}

/** The parts of a multipart form in order; a name may be repeated. */
export type FormParts = readonly (readonly [name: string, value: string | UploadedFile])[]

/** A request as a server received it, before anything is known of its values. */
export interface RequestParts {
  /** Decoded path parameters by name. */
  path: Record<string, string>
  /** What follows the question mark, still encoded. */
  query: string
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined for no body; text of an urlencoded form; parts of a multipart form; else the parsed JSON value. */
  body: unknown
}

/** A request that satisfies the contract, with its text values turned into the contract's types. */
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

/** Checks a request against its operation: the one judgement that the server, the mock and the tests share. */
export function checkRequest(operation: ContractOperation, parts: RequestParts): CheckedRequest {
  const path = { ...parts.path }
  const query = readFields(parts.query, operation.lists)
  const headers = Object.fromEntries(
    [...operation.headers].flatMap((name) => (parts.headers[name] === undefined ? [] : [[name, parts.headers[name]]])),
  )
  const faults = [
    ...toInvalidFields('path', operation.checkPath(path)),
    ...toInvalidFields('query', operation.checkQuery(query)),
    ...toInvalidFields('header', operation.checkHeaders(headers)),
  ]
  const body = checkBody(operation, parts)
  if (body.kind === 'unsupported-media-type') return body
  faults.push(...body.faults)
  if (faults.length > 0) return { kind: 'invalid', faults: faults.slice(0, maxFaults) }
  return { kind: 'valid', input: { path, query, headers, body: body.value } }
}

type CheckedBody =
  | { kind: 'read'; value: unknown; faults: InvalidField[] }
  | { kind: 'unsupported-media-type'; mediaType: string }

function checkBody({ body }: ContractOperation, parts: RequestParts): CheckedBody {
  if (body === null) return { kind: 'read', value: undefined, faults: [] }
  if (parts.body === undefined) {
    const faults: InvalidField[] = body.required ? [{ in: 'body', pointer: '/', message: 'is required' }] : []
    return { kind: 'read', value: undefined, faults }
  }
  const header = parts.headers['content-type']
  const mediaType = mediaTypeOf(typeof header === 'string' ? header : undefined)
  const reading = body.types.get(mediaType)
  if (reading === undefined) return { kind: 'unsupported-media-type', mediaType }
  if (mediaType === multipartType) return checkForm(parts.body as FormParts, reading) // what its parser leaves
  const value = mediaType === formType ? readFields(parts.body as string, reading.lists) : parts.body // its parser leaves text
  return { kind: 'read', value, faults: toInvalidFields('body', reading.check(value)) }
}

function checkForm(parts: FormParts, { check, lists, json, files }: BodyType): CheckedBody {
  const faults: InvalidField[] = []
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown> // a part may be called __proto__
  const uploads = new Map<string, UploadedFile>()
  for (const name of new Set(parts.map(([each]) => each))) {
    const all = parts.filter(([each]) => each === name).map(([, part]) => part)
    const place = { in: 'body', pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`.slice(0, 500) } as const
    const [first] = all
    const most = files.get(name)
    if (most !== undefined) {
      if (all.length > 1 || typeof first === 'string' || first === undefined)
        faults.push({ ...place, message: 'must be one file' })
      else if (first.bytes.byteLength > most)
        faults.push({ ...place, message: `must not be larger than ${most} bytes` })
      else uploads.set(name, first)
      value[name] = ''
    } else if (all.some((part) => typeof part !== 'string')) faults.push({ ...place, message: 'must not be a file' })
    else if (json.has(name)) value[name] = parseJson(all, (message) => faults.push({ ...place, message }))
    else value[name] = lists.has(name) || all.length > 1 ? all : first
  }
  faults.push(...toInvalidFields('body', check(value)))
  for (const [name, file] of uploads) value[name] = file
  return { kind: 'read', value, faults }
}

function parseJson(texts: readonly unknown[], refuse: (message: string) => void): unknown {
  if (texts.length > 1) refuse('must not be repeated')
  try {
    return JSON.parse(String(texts[0]))
  } catch {
    refuse('must be JSON')
    return undefined
  }
}
