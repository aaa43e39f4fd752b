import type { ContractDocument } from './document.ts'
import { dereference, type Schema } from './schema.ts'

/** How much JSON text is parsed at all. */
export interface JsonLimits {
  /** Levels of lists and objects. */
  depth: number
  /** Items of all lists and fields of all objects together. */
  members: number
}

/** Nobody's request nests as deep as that; the contract's own bars hold every schema below it. */
export const deepestJson = 32

/** More fields than any object of the contract has; with many other names a parser takes four times as long. */
export const mostNames = 100

/** What a body may hold whatever its schema says, so that a list a little too long is told as that, at its place. */
const leastMembers = 1000

/** What a body may hold however much its schema names: so much of the worst kind takes the parser some 20 ms. */
const mostMembers = 65_000

/** For bodies that the contract does not describe. */
export const smallJson: JsonLimits = { depth: deepestJson, members: leastMembers }

/**
 * The most that a value of this schema can hold. Further fields of an open object are not counted, since there is room for them
 * in the least; a list without a bound, and recursion, hold as much as is read at all.
 */
export function toJsonLimits(document: ContractDocument, schema: unknown): JsonLimits {
  const named = countMembers(document, schema as Schema, new Set())
  return { depth: deepestJson, members: Math.min(mostMembers, Math.max(leastMembers, named)) }
}

function countMembers(document: ContractDocument, schema: Schema, above: ReadonlySet<Schema>): number {
  const resolved = dereference(document, schema)
  if (above.has(resolved)) return Infinity
  const inside = new Set([...above, resolved])
  const count = (part: Schema): number => 1 + countMembers(document, part, inside)
  const times = (most: number, part: Schema): number => (most === 0 ? 0 : most * count(part))
  const { items, maxItems = Infinity, properties = {}, additionalProperties, maxProperties = Infinity } = resolved
  const branches = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])]
  return (
    (items === undefined ? 0 : times(maxItems, items)) +
    (typeof additionalProperties === 'object' ? times(maxProperties, additionalProperties) : 0) +
    Object.values(properties).reduce((sum, property) => sum + count(property), 0) +
    branches.reduce((sum, branch) => sum + countMembers(document, branch, inside), 0)
  )
}
