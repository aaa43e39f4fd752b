import type { ContractDocument } from './document.ts'
import { dereference, type Schema } from './schema.ts'

/** Limits of JSON text before it is parsed. */
export interface JsonLimits {
  /** Levels of lists and objects. */
  depth: number
  /** Items of all lists and fields of all objects together. */
  members: number
}

/** No legitimate request is nested this deep; checks of the contract keep every schema below it. */
export const deepestJson = 32

/** More fields than any object of the contract has; with many different names a parser takes four times as long. */
export const mostNames = 100

/** A minimum for every body whatever its schema, so that a list that is slightly too long is reported as such, at its place. */
const minMembers = 1000

/** A maximum for every body whatever its schema: this much of the worst kind takes the parser some 20 ms. */
const maxMembers = 65_000

/** For bodies that the contract does not describe. */
export const smallJson: JsonLimits = { depth: deepestJson, members: minMembers }

/**
 * The maximum that a value of this schema can contain. Additional fields of an open object are not counted, because the minimum leaves room for them;
 * a list without a bound, and recursion, count as the maximum.
 */
export function toJsonLimits(document: ContractDocument, schema: unknown): JsonLimits {
  const named = countMembers(document, schema as Schema, new Set())
  return { depth: deepestJson, members: Math.min(maxMembers, Math.max(minMembers, named)) }
}

function countMembers(document: ContractDocument, schema: Schema, above: ReadonlySet<Schema>): number {
  const resolved = dereference(document, schema)
  if (above.has(resolved)) return Infinity
  const inside = new Set([...above, resolved])
  const count = (part: Schema): number => 1 + countMembers(document, part, inside)
  const times = (factor: number, part: Schema): number => (factor === 0 ? 0 : factor * count(part))
  const { items, maxItems = Infinity, properties = {}, additionalProperties, maxProperties = Infinity } = resolved
  const branches = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])]
  return (
    (items === undefined ? 0 : times(maxItems, items)) +
    (typeof additionalProperties === 'object' ? times(maxProperties, additionalProperties) : 0) +
    Object.values(properties).reduce((sum, property) => sum + count(property), 0) +
    branches.reduce((sum, branch) => sum + countMembers(document, branch, inside), 0)
  )
}
