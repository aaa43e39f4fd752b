import type { FormParts, RequestParts } from '../check-request.ts'
import type { ContractOperation } from '../contract.ts'
import type { ContractDocument } from '../document.ts'
import { mostFields } from '../fields.ts'
import { jsonType, multipartType } from '../media-types.ts'
import { listPlaces } from './places.ts'
import { partsOf } from './request.ts'
import type { Schema } from '../schema.ts'
import { hostileValues, worstTexts, worstValues } from './worst-values.ts'

/** A request that costs its reader the most that its sizes allow; a JSON body is still text. */
export interface WorstRequest extends RequestParts {
  mediaType: string | null
  /** What is worst about it, and where. */
  what: string
}

export interface WorstChoices {
  document: ContractDocument
  /** Bytes of the largest body where the contract sets no other limit. */
  bodyLimit: number
}

/** Maximum bytes of a URL, and of all headers, that Node reads. */
const headBytes = 16_384
/** Bytes that lead to the deepest place of a body. */
const spareBytes = 2048

/** The worst requests for each keyword of an operation, generated one by one, because together they would fill the memory. */
export function* worstRequests(operation: ContractOperation, choices: WorstChoices): Generator<WorstRequest> {
  const none = { path: {}, query: '', headers: {}, body: undefined, mediaType: null }
  const { schemas, bodies } = partsOf(choices.document, operation)
  for (const [what, query] of worstForms(schemas.query, headBytes)) yield { ...none, what: `query: ${what}`, query }
  for (const part of ['path', 'headers'] as const) {
    for (const [name, schema] of Object.entries(schemas[part].properties ?? {}))
      for (const { what, text } of [...worstTexts(schema, headBytes), ...hostileValues(headBytes)])
        yield { ...none, what: `${part} ${name}: ${what}`, [part]: { [name.toLowerCase()]: text, [name]: text } }
  }
  const bytes = (operation.bodyLimit ?? choices.bodyLimit) - spareBytes
  for (const [mediaType, schema] of bodies) {
    const headers = { 'content-type': mediaType }
    for (const [what, body] of worstBodies(mediaType, schema, { operation, document: choices.document, bytes }))
      yield { ...none, mediaType, what: `${mediaType} ${what}`, headers, body }
  }
}

type NamedValue<T> = readonly [what: string, value: T]

interface BodyChoices {
  operation: ContractOperation
  document: ContractDocument
  bytes: number
}

function worstBodies(
  mediaType: string,
  schema: Schema,
  choices: BodyChoices,
): Iterable<NamedValue<string | FormParts>> {
  if (mediaType === jsonType) return worstJson(schema, choices)
  return mediaType === multipartType ? worstParts(schema, choices) : worstForms(schema, choices.bytes)
}

function* worstJson(schema: Schema, { operation, document, bytes }: BodyChoices): Generator<NamedValue<string>> {
  const members = operation.body?.types.get(jsonType)?.limits.members ?? 0
  for (const { what, text } of hostileValues(bytes)) yield [`/: ${what}`, text]
  for (const place of listPlaces(document, schema))
    for (const { what, text } of worstValues(place, { bytes, members: members - 10 }))
      yield [`${place.pointer}/: ${what}`, `${place.before}${text}${place.after}`]
}

/** Urlencoded, as a query or as a body. */
function* worstForms({ properties = {} }: Schema, bytes: number): Generator<NamedValue<string>> {
  const repeat = (make: (n: number) => string, maxCount: number): string =>
    Array.from({ length: Math.min(maxCount, Math.floor(bytes / (make(maxCount).length + 1))) }, (_, n) => make(n)).join(
      '&',
    )
  for (const [what, make] of [
    ['other names', (n: number) => `${n.toString(36)}=1`],
    ['equal names', () => 'a=1'],
    ['empty names', () => ''],
  ] as const) {
    yield [`as many ${what} as there is room for`, repeat(make, Infinity)]
    yield [`as many ${what} as allowed`, repeat(make, mostFields)]
  }
  for (const unit of ['%', '%00', '%F0%9F%99%82', '+', '='])
    yield [`a name of ${unit}`, unit.repeat(Math.floor(bytes / unit.length))]
  for (const [name, schema] of Object.entries(properties)) {
    const room = bytes - name.length - 1
    yield [`${name} repeated`, repeat(() => `${name}=a`, mostFields)]
    for (const unit of ['a', '%00', '9']) yield [`${name}: long`, `${name}=${unit.repeat(room / unit.length)}`]
    for (const { what, text } of worstTexts(schema, room / 3))
      yield [`${name}: ${what}`, `${name}=${encodeURIComponent(text)}`]
  }
}

/** The maximum number of fields of a form, which share the maximum bytes. */
function* worstParts({ properties = {} }: Schema, { operation, bytes }: BodyChoices): Generator<NamedValue<FormParts>> {
  const count = 60
  const share = 'x'.repeat(Math.floor(bytes / count))
  yield ['other names', Array.from({ length: count }, (_, n) => [`${n}`, share] as const)]
  yield ['long names', Array.from({ length: count }, (_, n) => [`${n}${share}`, ''] as const)]
  for (const name of Object.keys(properties)) {
    yield [`${name} repeated`, Array.from({ length: count }, () => [name, share] as const)]
    const json = operation.body?.types.get(multipartType)?.json.has(name) === true
    for (const { what, text } of hostileValues(bytes))
      if (json || what.startsWith('a text')) yield [`${name}: ${what}`, [[name, text]]]
  }
}
