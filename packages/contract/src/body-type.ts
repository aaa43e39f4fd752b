import type { ContractDocument } from './document.ts'
import { type JsonLimits, toJsonLimits } from './read-json.ts'
import { dereference, type Schema } from './schema.ts'
import type { Validate, ValidatorFactory } from './validators.ts'

export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'
export const multipartType = 'multipart/form-data'
export const problemType = 'application/problem+json'
export const eventStreamType = 'text/event-stream'

/** The media type of a Content-Type header, without its parameters and in lower case; empty when there is none. */
export function mediaTypeOf(header: string | null | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** One step of a JSON pointer, as a URI fragment. */
export function segment(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** How a body of one media type is parsed and validated. */
export interface BodyType {
  check: Validate
  /** Fields of a form. */
  names: ReadonlySet<string>
  /** Fields that may be repeated in a form. */
  lists: ReadonlySet<string>
  /** Fields of a multipart form that contain JSON text. */
  json: ReadonlySet<string>
  /** Fields of a multipart form that contain a file, with the maximum bytes of each. */
  files: ReadonlyMap<string, number>
  /** Limits of the parsed JSON text. */
  limits: JsonLimits
}

/** Derives from a body's schema how its fields are written in a form. */
export function toBodyType({
  document,
  validators,
  type,
  schema,
  place,
}: {
  document: ContractDocument
  validators: ValidatorFactory
  type: string
  schema: unknown
  place: string
}): BodyType {
  const reference = { $ref: place }
  const none: BodyType = {
    check:
      type === formType || type === multipartType ? validators.forParameters(reference) : validators.forBody(reference),
    names: new Set(),
    lists: new Set(),
    json: new Set(),
    files: new Map(),
    limits: toJsonLimits(document, schema),
  }
  if (type !== formType && type !== multipartType) return none
  const { properties = {} } = dereference(document, schema as Schema) // a form's schema is an object of fields
  const fields = Object.entries(properties).map(([name, property]) => [name, dereference(document, property)] as const)
  const isJson = ({ type: kind, items }: Schema): boolean =>
    kind === 'object' || (kind === 'array' && dereference(document, items ?? {}).type === 'object')
  const isMultipart = type === multipartType
  return {
    ...none,
    names: new Set(fields.map(([name]) => name)),
    lists: new Set(
      fields.flatMap(([name, field]) => (field.type === 'array' && !(isMultipart && isJson(field)) ? [name] : [])),
    ),
    json: new Set(fields.flatMap(([name, field]) => (isMultipart && isJson(field) ? [name] : []))),
    files: new Map(
      fields.flatMap(([name, { format, maxLength }]) => (format === 'binary' ? [[name, maxLength ?? Infinity]] : [])),
    ),
  }
}
