import { parse } from 'secure-json-parse'
import { type JsonLimits, mostNames } from './json-limits.ts'
import type { InvalidField } from './validators.ts'

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
    if ((fields[level] ?? 0) > mostNames) return `must not hold objects of more than ${mostNames} fields`
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
