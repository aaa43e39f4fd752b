import type { ContractOperation } from '../contract.ts'
import type { ContractDocument } from '../document.ts'
import * as fc from 'fast-check'
import { jsonType, multipartType } from '../body-type.ts'
import { type FormParts, maxFields, type RequestParts } from '../check-request.ts'
import { deepestJson, maxNames } from '../read-json.ts'
import { dereference, type Schema, typesOf } from '../schema.ts'
import { partsOf } from './request.ts'

/** A place of a JSON body: the text before and after a value puts it there. */
interface Place {
  pointer: string
  schema: Schema
  before: string
  after: string
}

/** Every place of a body, each schema once. Fields that select an alternative are included, so that it is read. */
function listPlaces(document: ContractDocument, root: Schema): Place[] {
  const places: Place[] = []
  const seen = new Set<string>()
  const walk = (place: Place): void => {
    const schema = dereference(document, place.schema)
    const identity = JSON.stringify(schema)
    if (seen.has(identity)) return
    seen.add(identity)
    places.push({ ...place, schema })
    for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) walk({ ...place, schema: branch })
    const { items, properties = {}, additionalProperties } = schema
    if (items !== undefined) walk(within(place, { step: '0', schema: items, open: '[', close: ']' }))
    for (const [name, property] of Object.entries(properties)) {
      const open = `{${constantFields(document, properties, name)}${JSON.stringify(name)}:`
      walk(within(place, { step: name, schema: property, open, close: '}' }))
    }
    if (typeof additionalProperties === 'object')
      walk(within(place, { step: '*', schema: additionalProperties, open: '{"any":', close: '}' }))
  }
  walk({ pointer: '', schema: root, before: '', after: '' })
  return places
}

function within(
  { pointer, before, after }: Place,
  { step, schema, open, close }: { step: string; schema: Schema; open: string; close: string },
): Place {
  return { pointer: `${pointer}/${step}`, schema, before: `${before}${open}`, after: `${close}${after}` }
}

/** JSON text of the fields that have only one value, each followed by a comma: with them a reader selects this alternative. */
function constantFields(document: ContractDocument, properties: Record<string, Schema>, except: string): string {
  return Object.entries(properties)
    .flatMap(([name, property]) => {
      const { const: value } = dereference(document, property)
      return value === undefined || name === except ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)},`]
    })
    .join('')
}

/** JSON text that costs a reader the most that its place and its size allow. */
export interface WorstValue {
  what: string
  text: string
}

const hostileValuesBySize = new Map<number, WorstValue[]>()

/** Values that are hostile anywhere, of about this many bytes; cached, because generating them takes longer than reading them. */
function hostileValues(bytes: number): WorstValue[] {
  const values = hostileValuesBySize.get(bytes) ?? makeHostileValues(bytes)
  hostileValuesBySize.set(bytes, values)
  return values
}

function makeHostileValues(bytes: number): WorstValue[] {
  const depth = Math.floor(bytes / 2)
  return [
    { what: 'nested lists', text: '['.repeat(depth) + ']'.repeat(depth) },
    { what: 'lists without an end', text: '['.repeat(bytes) },
    { what: 'nested objects', text: fill('{"":', bytes) },
    { what: 'brackets in brackets, shallow', text: listOf(() => '[[[]]]', bytes) },
    ...['0', '{}', '[]', '""', 'null', '{"a":{"a":{}}}'].map((item) => ({
      what: `a list of ${item}`,
      text: listOf(() => item, bytes),
    })),
    { what: 'a list of other objects each', text: listOf((n) => `{"${n.toString(36)}":0}`, bytes) },
    { what: 'a list of other texts each', text: listOf((n) => `"${n.toString(36)}"`, bytes) },
    { what: 'a list of objects of many other fields', text: listOf((n) => distinctFields(n, maxNames), bytes) },
    { what: 'a list of deep objects', text: listOf((n) => nestedObjects(n, deepestJson - 2), bytes) },
    { what: 'unknown fields', text: fieldsOf(bytes) },
    { what: 'commas', text: fill(',', bytes) },
    { what: 'blanks', text: fill(' ', bytes) },
    { what: 'quotes', text: fill('"', bytes) },
    { what: 'keys that reach for a prototype', text: fill('{"constructor":', bytes) },
    { what: 'a long text', text: `"${fill('a', bytes - 2)}"` },
    { what: 'a text of blanks', text: `"${fill(' ', bytes - 2)}"` },
    { what: 'a text of slashes', text: `"${fill('/', bytes - 2)}"` },
    { what: 'a text of pairs', text: `"${fill('🙂', Math.floor(bytes / 2) - 2)}"` },
    { what: 'a text of U+0000', text: `"${fill('\\u0000', bytes - 2)}"` },
    { what: 'a text of halves of pairs', text: `"${fill('\\ud83d', bytes - 2)}"` },
    { what: 'a text of backslashes', text: `"${fill('\\\\', bytes - 2)}"` },
    { what: 'a long number', text: fill('9', bytes) },
    { what: 'a long fraction', text: `0.${fill('3', bytes - 2)}` },
  ]
}

/** The worst values for the keywords of one place, within its sizes, with at most this many bytes and members. */
function worstValues({ schema }: Place, { bytes, members }: { bytes: number; members: number }): WorstValue[] {
  const types = typesOf(schema)
  const longTexts = hostileValues(bytes).filter(({ what }) => what === 'a long text' || what === 'a text of pairs')
  return [
    ...(types.includes('string') ? [...longTexts, ...worstTexts(schema, bytes)] : []),
    ...(types.includes('array') ? worstLists(schema, { bytes, members }) : []),
    ...(types.includes('object') ? worstObjects({ bytes, members }) : []),
  ]
}

/** Characters that character classes of our patterns repeat. */
const repeatedCharacters = ['a', 'A', '0', ' ', '/', '-', '_', '.', ',', '\n']

/** The longest texts that a place allows, and those that a pattern or a format takes the longest to reject. */
function worstTexts({ pattern, format, maxLength = 0 }: Schema, bytes: number): WorstValue[] {
  const length = Math.min(maxLength, bytes - 2)
  if (pattern === undefined && format === undefined)
    return [{ what: 'as long a text as allowed', text: JSON.stringify('漢'.repeat(Math.floor(length / 3))) }]
  const sample = pattern === undefined ? '' : sampleOf(pattern)
  const starts = [...new Set(['', sample.slice(0, 1), sample.slice(0, 4), sample])]
  return starts.flatMap((start) =>
    repeatedCharacters.map((character) => ({
      what: `a text that nearly fits ${pattern ?? format}`,
      text: JSON.stringify(`${start}${fill(character, length - start.length - 1)}!`),
    })),
  )
}

function sampleOf(pattern: string): string {
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] ?? ''
}

function worstLists({ maxItems = 0 }: Schema, { bytes, members }: { bytes: number; members: number }): WorstValue[] {
  const count = Math.min(maxItems, members)
  const fieldsEach = Math.max(1, Math.min(maxNames, Math.floor(members / count) - 1))
  const units: [what: string, unit: (n: number) => string][] = [
    ['equal texts', () => '"a"'],
    ['other texts', (n) => `"${n.toString(36)}"`],
    ['objects without fields', () => '{}'],
    ['other objects', (n) => `{"${n.toString(36)}":0}`],
    ['objects with unknown fields', () => distinctFields(0, fieldsEach)],
    ['objects with other unknown fields', (n) => distinctFields(n, fieldsEach)],
    ['lists', () => '[{}]'],
    ['long texts', () => `"${fill('x', Math.floor(bytes / count) - 3)}"`],
  ]
  return units.map(([what, unit]) => ({
    what: `as many ${what} as allowed`,
    text: listOf(unit, bytes, count),
  }))
}

/** The maximum number of unknown fields that are read, empty and with as much content as is read. */
function worstObjects({ bytes, members }: { bytes: number; members: number }): WorstValue[] {
  const membersEach = Math.max(1, Math.min(maxNames, Math.floor(members / maxNames) - 1))
  return [
    { what: 'unknown fields', text: fieldsOf(bytes, maxNames) },
    { what: 'objects in unknown fields', text: fieldsOf(bytes, maxNames, (n) => distinctFields(n, membersEach)) },
    {
      what: 'lists in unknown fields',
      text: fieldsOf(bytes, maxNames, (n) => `[${joinUnits((m) => `{"${n * members + m}":0}`, bytes, membersEach)}]`),
    },
  ]
}

/** An object whose names differ from those of every other one with the same count. */
function distinctFields(n: number, count: number): string {
  return `{${Array.from({ length: count }, (_, m) => `"${(n * count + m).toString(36)}":0`).join(',')}}`
}

/** An object in an object, to this depth, whose names differ from those of every other one. */
function nestedObjects(n: number, depth: number): string {
  return `${fill(`{"${n.toString(36)}":`, depth * (n.toString(36).length + 4))}0${'}'.repeat(depth)}`
}

/** The unit, repeated as often as it fits in the length. */
function fill(unit: string, length: number): string {
  return unit.repeat(Math.max(0, Math.floor(length / unit.length)))
}

function listOf(unit: (n: number) => string, bytes: number, count = Infinity): string {
  return `[${joinUnits(unit, bytes, count)}]`
}

function fieldsOf(bytes: number, count = Infinity, value: (n: number) => string = () => '0'): string {
  return `{${joinUnits((n) => `"${n.toString(36)}":${value(n)}`, bytes, count)}}`
}

function joinUnits(unit: (n: number) => string, bytes: number, count: number): string {
  const parts: string[] = []
  let length = 2
  for (let n = 0; n < count; n++) {
    const part = unit(n)
    length += part.length + 1
    if (length > bytes) break
    parts.push(part)
  }
  return parts.join(',')
}

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
    yield [`as many ${what} as allowed`, repeat(make, maxFields)]
  }
  for (const unit of ['%', '%00', '%F0%9F%99%82', '+', '='])
    yield [`a name of ${unit}`, unit.repeat(Math.floor(bytes / unit.length))]
  for (const [name, schema] of Object.entries(properties)) {
    const room = bytes - name.length - 1
    yield [`${name} repeated`, repeat(() => `${name}=a`, maxFields)]
    for (const unit of ['a', '%00', '9']) yield [`${name}: long`, `${name}=${unit.repeat(room / unit.length)}`]
    for (const { what, text } of worstTexts(schema, room / 3))
      yield [`${name}: ${what}`, `${name}=${encodeURIComponent(text)}`]
  }
}

/** Fields that a form of several parts may have; they share the bytes. */
const partCount = 60

function* worstParts({ properties = {} }: Schema, { operation, bytes }: BodyChoices): Generator<NamedValue<FormParts>> {
  const share = 'x'.repeat(Math.floor(bytes / partCount))
  yield ['other names', Array.from({ length: partCount }, (_, n) => [`${n}`, share] as const)]
  yield ['long names', Array.from({ length: partCount }, (_, n) => [`${n}${share}`, ''] as const)]
  for (const name of Object.keys(properties)) {
    yield [`${name} repeated`, Array.from({ length: partCount }, () => [name, share] as const)]
    const isJson = operation.body?.types.get(multipartType)?.json.has(name) === true
    for (const { what, text } of hostileValues(bytes))
      if (isJson || what.startsWith('a text')) yield [`${name}: ${what}`, [[name, text]]]
  }
}
