import type { ContractOperation } from '../contract.ts'
import * as fc from 'fast-check'
import { formType, jsonType, multipartType } from '../body-type.ts'
import { type ContractDocument, type Method, type OperationObject, type ParameterObject, resolve } from '../document.ts'
import { dereference, type Schema, typesOf } from '../schema.ts'
import { valueArbitrary } from './value.ts'

/** A violation of one keyword at one place. */
interface Fault {
  keyword: string
  /** The place, as steps from the root; the first item of a list represents all. */
  steps: readonly (string | number)[]
  /** The forbidden value; `remove` removes a required property. */
  change: { put: unknown } | 'remove'
}

export interface FaultChoices {
  document: ContractDocument
  /**
   * Values arrive as text and are converted to the contract's types: a wrong type cannot be distinguished from a right
   * one.
   */
  isText: boolean
}

/** Every single-keyword fault of a schema, for a value that has all of its parts. */
function listFaults(schema: Schema, choices: FaultChoices, steps: readonly (string | number)[] = []): Fault[] {
  if (steps.length > 7) return []
  const resolved = dereference(choices.document, schema)
  const at = (keyword: string, put: unknown): Fault => ({ keyword, steps, change: { put } })
  if (resolved.const !== undefined) return choices.isText ? [] : [at('const', 'not-in-the-contract')]
  if (resolved.enum !== undefined) return [at('enum', 'not-in-the-contract')]
  // a fault of one branch may be valid in another: only what no branch allows is a fault
  if (resolved.oneOf !== undefined || resolved.anyOf !== undefined)
    return choices.isText ? [] : [at('oneOf', [[['none of them']]])]
  const types = typesOf(resolved)
  const wrongType =
    choices.isText || types.length === 0 ? [] : [at('type', types.includes('object') ? 'text' : { wrong: true })]
  return [
    ...wrongType,
    ...(types.includes('string') ? textFaults(resolved, at) : []),
    ...(types.includes('integer') || types.includes('number') ? numberFaults(resolved, at) : []),
    ...(types.includes('array') ? arrayFaults(resolved, choices, steps) : []),
    ...(types.includes('object') ? objectFaults(resolved, choices, steps) : []),
  ]
}

type At = (keyword: string, put: unknown) => Fault

function textFaults({ minLength = 0, maxLength, pattern, format, 'x-country': isCountry }: Schema, at: At): Fault[] {
  if (format === 'binary') return []
  return [
    ...(minLength > 1 ? [at('minLength', 'x'.repeat(minLength - 1))] : []),
    // a URL must not grow without bound in transit
    ...(maxLength !== undefined && maxLength < 5000 && pattern === undefined && format === undefined
      ? [at('maxLength', 'x'.repeat(maxLength + 1))]
      : []),
    ...(pattern === undefined ? [] : unlike(pattern).map((text) => at('pattern', text))),
    ...(format === undefined ? [] : [at('format', 'not of that format')]),
    ...(isCountry === true ? [at('x-country', 'ZZ')] : []),
  ]
}

/** A text that the pattern does not match; none when it matches every candidate. */
function unlike(pattern: string): string[] {
  const form = new RegExp(pattern, 'u')
  return ['%%% no such form %%%', ' ', 'x'.repeat(200)].filter((text) => !form.test(text)).slice(0, 1)
}

function numberFaults({ minimum, maximum, type }: Schema, at: At): Fault[] {
  return [
    ...(minimum === undefined ? [] : [at('minimum', minimum - 1)]),
    ...(maximum === undefined ? [] : [at('maximum', maximum + 1)]),
    ...(type === 'integer' && minimum !== undefined ? [at('type', minimum + 0.5)] : []),
  ]
}

function arrayFaults(schema: Schema, choices: FaultChoices, steps: readonly (string | number)[]): Fault[] {
  const { minItems = 0, maxItems, items = {}, uniqueItems } = schema
  const inner = listFaults(items, choices, [...steps, 0])
  // a list that is too long needs valid items, or another keyword would be the reason
  const item = sampleItem(dereference(choices.document, items))
  return [
    ...inner,
    ...(minItems > 0 ? [{ keyword: 'minItems', steps, change: { put: [] } } as const] : []),
    ...(maxItems !== undefined && maxItems <= 200 && item !== undefined && !uniqueItems
      ? [{ keyword: 'maxItems', steps, change: { put: Array.from({ length: maxItems + 1 }, () => item) } } as const]
      : []),
  ]
}

function sampleItem({ type, enum: values, pattern, format, minLength = 0 }: Schema): unknown {
  if (values !== undefined) return values[0]
  return type === 'string' && pattern === undefined && format === undefined
    ? 'x'.repeat(Math.max(1, minLength))
    : undefined
}

function objectFaults(schema: Schema, choices: FaultChoices, steps: readonly (string | number)[]): Fault[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missingNames = required
    .filter(
      (name) => properties[name] === undefined || dereference(choices.document, properties[name]).default === undefined,
    )
    .map((name): Fault => ({ keyword: 'required', steps: [...steps, name], change: 'remove' }))
  const unknown: Fault[] =
    additionalProperties === false
      ? [{ keyword: 'additionalProperties', steps: [...steps, 'notInTheContract'], change: { put: 'x' } }]
      : []
  return [
    ...missingNames,
    ...unknown,
    ...Object.entries(properties).flatMap(([name, property]) => listFaults(property, choices, [...steps, name])),
  ]
}

/** The value with the fault in it; undefined when the value has no such place. */
function applyFault(value: unknown, { steps, change }: Fault): { broken: unknown } | undefined {
  if (steps.length === 0) return change === 'remove' ? undefined : { broken: change.put }
  const broken: unknown = structuredClone(value)
  let place = broken
  for (const step of steps.slice(0, -1)) {
    if (typeof place !== 'object' || place === null) return undefined
    place = (place as Record<string | number, unknown>)[step] // objects and arrays can both be indexed
  }
  const last = steps.at(-1)
  if (typeof place !== 'object' || place === null || last === undefined) return undefined
  const holder = place as Record<string | number, unknown> // objects and arrays can both be indexed
  if (typeof last === 'number' && !(last in holder)) return undefined
  if (change === 'remove') delete holder[last]
  else holder[last] = change.put
  return { broken }
}

/** A request as data, before it is written as HTTP. */
export interface FuzzRequest {
  path: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  /** Undefined for no body. */
  body: unknown
  /** Null for no body. */
  mediaType: string | null
}

export interface BrokenRequest extends FuzzRequest {
  fault: Fault & { part: 'path' | 'query' | 'body' }
}

interface Parts {
  document: ContractDocument
  schemas: Record<'path' | 'query' | 'headers', Schema>
  bodies: [mediaType: string, schema: Schema][]
  isBodyRequired: boolean
}

/** Requests that the contract allows; a complete one has every optional part. */
export function requestArbitrary(
  document: ContractDocument,
  operation: ContractOperation,
  isComplete = false,
): fc.Arbitrary<FuzzRequest> {
  return assemble(partsOf(document, operation), isComplete)
}

/** Requests that break the contract at one place, in one keyword; null for an operation that cannot be broken. */
export function brokenRequestArbitrary(
  document: ContractDocument,
  operation: ContractOperation,
): fc.Arbitrary<BrokenRequest> | null {
  const parts = partsOf(document, operation)
  const isText = (mediaType: string | null): boolean => mediaType === formType || mediaType === multipartType
  const faultsOf = (mediaType: string | null): BrokenRequest['fault'][] => {
    const body = parts.bodies.find(([type]) => type === mediaType)?.[1]
    const inBody = body === undefined ? [] : listFaults(body, { document, isText: isText(mediaType) })
    return [
      // an empty segment or one with a slash would be another path
      ...listFaults(parts.schemas.path, { document, isText: true })
        .filter(({ keyword }) => keyword !== 'required' && keyword !== 'additionalProperties')
        .map((fault) => ({ ...fault, part: 'path' as const })),
      ...listFaults(parts.schemas.query, { document, isText: true }).map((fault) => ({
        ...fault,
        part: 'query' as const,
      })),
      ...inBody
        .filter(({ steps }) => !isText(mediaType) || steps.length > 0)
        .map((fault) => ({ ...fault, part: 'body' as const })),
    ]
  }
  const media = parts.bodies.length === 0 ? [null] : parts.bodies.map(([type]) => type)
  const usable = media.filter((type) => faultsOf(type).length > 0)
  if (usable.length === 0) return null
  return fc
    .tuple(assemble(parts, true), fc.nat())
    .map(([request, choice]): BrokenRequest | null => {
      const faults = faultsOf(request.mediaType)
      const fault = faults[choice % Math.max(1, faults.length)]
      if (fault === undefined) return null
      const applied = applyFault(request[fault.part], fault)
      return applied === undefined ? null : { ...request, [fault.part]: applied.broken, fault }
    })
    .filter((request) => request !== null)
}

function assemble(
  { document, schemas, bodies, isBodyRequired }: Parts,
  isComplete: boolean,
): fc.Arbitrary<FuzzRequest> {
  const choices = { document, isComplete }
  const body = bodies.map(([mediaType, schema]) =>
    valueArbitrary(schema, choices).map((value) => ({ mediaType, value })),
  )
  const none = fc.constant<{ mediaType: string | null; value: unknown }>({ mediaType: null, value: undefined })
  const anyBody = bodies.length === 0 ? none : fc.oneof(...body, ...(isBodyRequired || isComplete ? [] : [none]))
  return fc
    .record({
      path: valueArbitrary(schemas.path, choices),
      query: valueArbitrary(schemas.query, choices),
      headers: valueArbitrary(schemas.headers, choices),
      body: anyBody,
    })
    .map(({ path, query, headers, body: { mediaType, value } }) => ({
      path: path as Record<string, unknown>, // object schemas generate objects
      query: answeredAtOnce(query as Record<string, unknown>, schemas.query),
      headers: headers as Record<string, unknown>,
      body: value,
      mediaType,
    }))
}

/** Removes the number of seconds that a request may wait for work: there may be no worker, and ten minutes would pass. */
function answeredAtOnce(query: Record<string, unknown>, { properties = {} }: Schema): Record<string, unknown> {
  return 'wait' in properties ? { ...query, wait: 0 } : query
}

/** The schemas of an operation's parts, each as one object. */
export function partsOf(document: ContractDocument, { path, method }: ContractOperation): Parts {
  const item = document.paths[path]
  const operation = item?.[method.toLowerCase() as Method] as OperationObject // loaded from this document
  const parameters = [...(item?.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    resolve(document, each),
  )
  const inPart = (part: ParameterObject['in']): Schema => {
    const named = parameters.filter((parameter) => parameter.in === part)
    return {
      type: 'object',
      properties: Object.fromEntries(
        named.map(({ name, schema }) => [name, part === 'path' ? inPath(schema as Schema) : (schema as Schema)]),
      ), // a parameter's schema is a schema
      required: named.filter(({ required }) => required === true).map(({ name }) => name),
      additionalProperties: false,
    }
  }
  const content = Object.entries(operation.requestBody?.content ?? {})
  return {
    document,
    schemas: { path: inPart('path'), query: inPart('query'), headers: inPart('header') },
    bodies: content
      .filter(([type]) => type === jsonType || type === formType || type === multipartType)
      .map(([type, media]) => [type, media.schema as Schema]), // a media type's schema is a schema
    isBodyRequired: operation.requestBody?.required ?? false,
  }
}

/** A path segment is never empty. */
function inPath(schema: Schema): Schema {
  return schema.type === 'string' && schema.pattern === undefined && schema.minLength === undefined
    ? { ...schema, minLength: 1 }
    : schema
}

/** A request in the form of HTTP. */
export interface WrittenRequest {
  method: ContractOperation['method']
  /** Path with its query, without a prefix. */
  target: string
  /** By lower-case name. */
  headers: Record<string, string>
  body: string | null
}

/** Serialises a request as HTTP; null for one that no client can send. */
export function writeRequest(operation: ContractOperation, request: FuzzRequest): WrittenRequest | null {
  const steps = Object.fromEntries(
    Object.entries(request.path).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  )
  // every client resolves a dot segment before sending
  if (Object.values(steps).some((step) => step === '' || step === '.' || step === '..')) return null
  const path = operation.path.replaceAll(/{(\w+)}/g, (_all, name: string) => steps[name] ?? '')
  const query = toForm(request.query, 'null')
  const body = toPayload(request)
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: { ...toHeaders(request.headers), ...(body === null ? {} : { 'content-type': body.type }) },
    body: body?.payload ?? null,
  }
}

function toHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), encodeURI(String(value))]),
  )
}

/** A query writes null, and a form omits it. */
function toForm(fields: Record<string, unknown>, writtenNull?: string): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const formValue = value === null ? writtenNull : value
    if (formValue === undefined) continue
    for (const each of Array.isArray(formValue) ? formValue : [formValue]) form.append(name, String(each))
  }
  return form.toString()
}

function toPayload({ body, mediaType }: FuzzRequest): { payload: string; type: string } | null {
  if (mediaType === null || body === undefined) return null
  if (mediaType === formType) return { payload: toForm(body as Record<string, unknown>), type: mediaType } // forms are objects
  if (mediaType === multipartType) return toMultipart(body as Record<string, unknown>)
  return { payload: JSON.stringify(body), type: mediaType }
}

const boundary = 'auspex-fuzz-boundary'

/** Objects and lists of objects are sent as JSON text, lists of texts as repeated parts; null is omitted. */
function toMultipart(fields: Record<string, unknown>): { payload: string; type: string } {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
    const values = isList ? value : [value]
    return values.map((each) => multipartPart(name, typeof each === 'object' ? JSON.stringify(each) : String(each)))
  })
  return { payload: `${parts.join('')}--${boundary}--\r\n`, type: `${multipartType}; boundary=${boundary}` }
}

/** A file has a file name. */
function multipartPart(name: string, value: string): string {
  const isFile = ['file', 'image', 'cover'].includes(name)
  const disposition = `form-data; name="${name}"${isFile ? '; filename="image.png"' : ''}`
  const type = isFile ? 'Content-Type: image/png\r\n' : ''
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${type}\r\n${value}\r\n`
}
