import { type ContractDocument, type Reference, resolve } from './document.ts'

/** The keywords of JSON Schema 2020-12 that contracts use. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  /** Why an object of a request may have unnamed fields; all others are closed. */
  'x-open'?: string
  propertyNames?: Schema
  minProperties?: number
  maxProperties?: number
  items?: Schema
  prefixItems?: readonly Schema[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  format?: string
  /** A text that is a country of ISO 3166-1 alpha-2; only in requests. */
  'x-country'?: boolean
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
}

/**
 * Follows references to the schema itself. OpenAPI 3.1 allows keywords beside a reference: they are preserved, and override those of the referenced
 * schema. Throws for a dangling reference.
 */
export function dereference(document: ContractDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...siblings } = schema
  const target = dereference(document, resolve<Schema>(document, { $ref } satisfies Reference))
  // the same object where nothing is added, so that recursion can be detected
  return Object.keys(siblings).length === 0 ? target : { ...target, ...siblings }
}

/** The types that a schema names, as a list. */
export function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return []
  return typeof type === 'string' ? [type] : type
}

/** Follows the references of a schema, and joins what `allOf` parts say. */
export function resolveSchema(document: ContractDocument, schema: Schema): Schema {
  const resolved = dereference(document, schema)
  if (resolved.allOf === undefined) return resolved
  const { allOf, ...ownKeywords } = resolved
  return allOf.map((part) => resolveSchema(document, part)).reduce(join, ownKeywords)
}

function join(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    properties: { ...left.properties, ...right.properties },
    required: [...(left.required ?? []), ...(right.required ?? [])],
  }
}

/** Name of the component that a schema refers to; empty when it stands in place. */
export function componentName(schema: Schema): string {
  return schema.$ref?.startsWith('#/components/schemas/') === true
    ? schema.$ref.slice('#/components/schemas/'.length)
    : ''
}

/** The types that a schema allows; guessed from its keywords when it names none. */
export function likelyTypes(schema: Schema): readonly string[] {
  const { type, properties, items, pattern, format } = schema
  if (type !== undefined) return typesOf(schema)
  if (properties !== undefined) return ['object']
  if (items !== undefined) return ['array']
  return pattern !== undefined || format !== undefined ? ['string'] : ['object']
}
