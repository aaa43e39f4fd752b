import { type ContractDocument, resolve } from '@auspex/contract'

/** The keywords of JSON Schema 2020-12 that contracts are written in. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  minProperties?: number
  maxProperties?: number
  items?: Schema
  prefixItems?: readonly Schema[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
}

/** Follows the references of a schema, and joins what `allOf` parts say. */
export function resolveSchema(document: ContractDocument, schema: Schema): Schema {
  let resolved = schema
  // a reference may have keywords beside it since OpenAPI 3.1
  while (resolved.$ref !== undefined) {
    const { $ref, ...beside } = resolved
    resolved = { ...resolve<Schema>(document, { $ref }), ...beside }
  }
  if (resolved.allOf === undefined) return resolved
  const { allOf, ...own } = resolved
  return allOf.map((part) => resolveSchema(document, part)).reduce(join, own)
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
export function typesOf({ type, properties, items, pattern, format }: Schema): readonly string[] {
  if (type !== undefined) return typeof type === 'string' ? [type] : type
  if (properties !== undefined) return ['object']
  if (items !== undefined) return ['array']
  return pattern !== undefined || format !== undefined ? ['string'] : ['object']
}
