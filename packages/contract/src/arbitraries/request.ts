import * as fc from 'fast-check'
import type { ContractOperation } from '../contract.ts'
import { type ContractDocument, type Method, type OperationObject, type ParameterObject, resolve } from '../document.ts'
import { formType, jsonType, multipartType } from '../media-types.ts'
import { applyFault, type Fault, listFaults } from './faults.ts'
import type { Schema } from '../schema.ts'
import { valueArbitrary } from './value.ts'

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
  const within = (part: ParameterObject['in']): Schema => {
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
    schemas: { path: within('path'), query: within('query'), headers: within('header') },
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
