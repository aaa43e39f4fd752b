import { type ContractDocument, dereference, type Schema, typesOf } from '@auspex/contract'

/** Follows the references of a schema, and joins what `allOf` parts say. */
export function resolveSchema(document: ContractDocument, schema: Schema): Schema {
  const resolved = dereference(document, schema)
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
export function likelyTypes(schema: Schema): readonly string[] {
  const { type, properties, items, pattern, format } = schema
  if (type !== undefined) return typesOf(schema)
  if (properties !== undefined) return ['object']
  if (items !== undefined) return ['array']
  return pattern !== undefined || format !== undefined ? ['string'] : ['object']
}
