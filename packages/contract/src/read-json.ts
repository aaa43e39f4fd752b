import type { InvalidField } from './describe-faults.ts'
import type { ContractDocument } from './document.ts'
import { parse } from 'secure-json-parse'
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
export const maxNames = 100

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

export type ReadJson =
  | { kind: 'read'; value: unknown }
  | { kind: 'not-json' }
  | { kind: 'too-much'; fault: InvalidField }

/**
 * Parses the JSON text of a request, identically in every server. Text that is nested too deep or contains too much is rejected before it is parsed,
 * because a megabyte of brackets or of names takes the parser alone longer than a request may. Keys that could reach a prototype are rejected.
 */
export function readJson(text: string, limits: JsonLimits): ReadJson {
  const message = findExcess(text, limits)
  if (message !== null) return { kind: 'too-much', fault: { in: 'body', pointer: '/', message } }
  try {
    return { kind: 'read', value: parse(text, { protoAction: 'error', constructorAction: 'error' }) }
  } catch {
    return { kind: 'not-json' }
  }
}

const quote = 34
const comma = 44
const backslash = 92
const openList = 91
const closeList = 93
const openObject = 123
const closeObject = 125

/** Counts the structure outside of strings; invalid JSON is left to the parser. */
function findExcess(text: string, { depth, members }: JsonLimits): string | null {
  /** Fields so far of each enclosing object; for a list nothing is counted. */
  const fields = new Float64Array(depth + 1)
  let level = 0
  let counted = 0
  let strings = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = findStringEnd(text, at)
        strings += 1
        // each field has a name and perhaps a text; more are not valid JSON, and as cheap to reject as to read
        if (strings > 2 * members + 1) return tooMany(members)
        continue
      case closeList:
      case closeObject:
        level = Math.max(0, level - 1)
        continue
      case openList:
        level += 1
        fields[level] = -Infinity
        break
      case openObject:
        level += 1
        fields[level] = 1
        break
      case comma:
        fields[level] = (fields[level] ?? 0) + 1
        break
      default:
        continue
    }
    // a list of three has one bracket and two commas
    counted += 1
    if (level > depth) return `must not be nested deeper than ${depth} levels`
    if ((fields[level] ?? 0) > maxNames) return `must not hold objects of more than ${maxNames} fields`
    if (counted > members) return tooMany(members)
  }
  return null
}

function tooMany(members: number): string {
  return `must not hold more than ${members} items and fields`
}

/** The end of the string that begins at `start`; the end of the text for an unterminated one. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end
    while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1
    if ((end - escapes) % 2 === 0) return end
  }
  return text.length
}

export interface SentEvent {
  id: string | null
  event: string
  data: string
}

/** Parses a whole text of server-sent events (WHATWG HTML, 9.2); an event that was cut off at the end is omitted. */
export function readEvents(text: string): SentEvent[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
  return blocks.slice(0, -1).flatMap((block) => {
    const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
    const valuesOf = (name: string): string[] =>
      fields
        .filter((line) => line === name || line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    const data = valuesOf('data')
    if (data.length === 0) return []
    return [{ id: valuesOf('id').at(-1) ?? null, event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }]
  })
}
