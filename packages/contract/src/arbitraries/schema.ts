import type { ContractDocument } from '../document.ts'

/** The JSON Schema keywords that the contract uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  oneOf?: Schema[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  minProperties?: number
  maxProperties?: number
  default?: unknown
}

/** Follows references until the schema itself is reached; keywords beside a reference are kept. */
export function dereference(document: ContractDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  let value: unknown = document
  for (const step of $ref.slice('#/'.length).split('/'))
    value = (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')] // every level of a document is an object
  return { ...dereference(document, value as Schema), ...beside } // the linter proves that references lead to schemas
}

/** The types that a schema names, as a list. */
export function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : Array.isArray(type) ? type : [type]
}
