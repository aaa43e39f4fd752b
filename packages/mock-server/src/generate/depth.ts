import { type ContractDocument, likelyTypes, resolveSchema, type Schema } from '@auspex/contract'

/** From this depth on, values are as shallow as their schemas allow. */
export const deepest = 7

/** Returns the depth of the shallowest value of a schema; infinite for a schema that cannot terminate. */
export function createDepthMeter(document: ContractDocument): (schema: Schema) => number {
  const known = new Map<object, number>()

  function measure(schema: Schema): number {
    // keyed by the reference, since resolving it creates a new object each time
    const found = known.get(schema)
    if (found !== undefined) return found
    known.set(schema, Infinity) // a recursive schema must be avoidable here
    const depth = measureResolved(resolveSchema(document, schema))
    known.set(schema, depth)
    return depth
  }

  function measureResolved(schema: Schema): number {
    if (schema.const !== undefined || schema.enum !== undefined) return 0
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives !== undefined) return Math.min(...alternatives.map(measure))
    const types = likelyTypes(schema)
    if (types.some((type) => type !== 'object' && type !== 'array')) return 0
    if (types.includes('array')) return (schema.minItems ?? 0) === 0 ? 0 : 1 + measure(schema.items ?? {})
    return 1 + Math.max(0, ...(schema.required ?? []).map((name) => measure(schema.properties?.[name] ?? {})))
  }

  return measure
}
