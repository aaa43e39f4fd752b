import * as fc from 'fast-check'
import { deepestJson, mostNames } from '../json-limits.ts'
import type { Place } from './places.ts'
import { type Schema, typesOf } from '../schema.ts'

/** JSON text that costs a reader the most that its place and its size allow. */
export interface WorstValue {
  what: string
  text: string
}

const hostileValuesBySize = new Map<number, WorstValue[]>()

/** Values that are hostile anywhere, of about this many bytes; cached, because generating them takes longer than reading them. */
export function hostileValues(bytes: number): WorstValue[] {
  const made = hostileValuesBySize.get(bytes) ?? makeHostileValues(bytes)
  hostileValuesBySize.set(bytes, made)
  return made
}

function makeHostileValues(bytes: number): WorstValue[] {
  const pairs = Math.floor(bytes / 2)
  return [
    { what: 'nested lists', text: '['.repeat(pairs) + ']'.repeat(pairs) },
    { what: 'lists without an end', text: '['.repeat(bytes) },
    { what: 'nested objects', text: fill('{"":', bytes) },
    { what: 'brackets in brackets, shallow', text: listOf(() => '[[[]]]', bytes) },
    ...['0', '{}', '[]', '""', 'null', '{"a":{"a":{}}}'].map((item) => ({
      what: `a list of ${item}`,
      text: listOf(() => item, bytes),
    })),
    { what: 'a list of other objects each', text: listOf((n) => `{"${n.toString(36)}":0}`, bytes) },
    { what: 'a list of other texts each', text: listOf((n) => `"${n.toString(36)}"`, bytes) },
    { what: 'a list of objects of many other fields', text: listOf((n) => otherFields(n, mostNames), bytes) },
    { what: 'a list of deep objects', text: listOf((n) => otherDepths(n, deepestJson - 2), bytes) },
    { what: 'unknown fields', text: fieldsOf(bytes) },
    { what: 'commas', text: fill(',', bytes) },
    { what: 'blanks', text: fill(' ', bytes) },
    { what: 'quotes', text: fill('"', bytes) },
    { what: 'keys that reach for a prototype', text: fill('{"constructor":', bytes) },
    { what: 'a long text', text: `"${fill('a', bytes - 2)}"` },
    { what: 'a text of blanks', text: `"${fill(' ', bytes - 2)}"` },
    { what: 'a text of slashes', text: `"${fill('/', bytes - 2)}"` },
    { what: 'a text of pairs', text: `"${fill('🙂', Math.floor(bytes / 2) - 2)}"` },
    { what: 'a text of U+0000', text: `"${fill('\\u0000', bytes - 2)}"` },
    { what: 'a text of halves of pairs', text: `"${fill('\\ud83d', bytes - 2)}"` },
    { what: 'a text of backslashes', text: `"${fill('\\\\', bytes - 2)}"` },
    { what: 'a long number', text: fill('9', bytes) },
    { what: 'a long fraction', text: `0.${fill('3', bytes - 2)}` },
  ]
}

/** The worst values for the keywords of one place, within its sizes, with at most this many bytes and members. */
export function worstValues({ schema }: Place, { bytes, members }: { bytes: number; members: number }): WorstValue[] {
  const types = typesOf(schema)
  const longTexts = hostileValues(bytes).filter(({ what }) => what === 'a long text' || what === 'a text of pairs')
  return [
    ...(types.includes('string') ? [...longTexts, ...worstTexts(schema, bytes)] : []),
    ...(types.includes('array') ? worstLists(schema, { bytes, members }) : []),
    ...(types.includes('object') ? worstObjects({ bytes, members }) : []),
  ]
}

/** Characters that character classes of our patterns repeat. */
const repeatedCharacters = ['a', 'A', '0', ' ', '/', '-', '_', '.', ',', '\n']

/** The longest texts that a place allows, and those that a pattern or a format takes the longest to reject. */
export function worstTexts({ pattern, format, maxLength = 0 }: Schema, bytes: number): WorstValue[] {
  const length = Math.min(maxLength, bytes - 2)
  if (pattern === undefined && format === undefined)
    return [{ what: 'as long a text as allowed', text: JSON.stringify('漢'.repeat(Math.floor(length / 3))) }]
  const sample = pattern === undefined ? '' : sampleOf(pattern)
  const starts = [...new Set(['', sample.slice(0, 1), sample.slice(0, 4), sample])]
  return starts.flatMap((start) =>
    repeatedCharacters.map((character) => ({
      what: `a text that nearly fits ${pattern ?? format}`,
      text: JSON.stringify(`${start}${fill(character, length - start.length - 1)}!`),
    })),
  )
}

function sampleOf(pattern: string): string {
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] ?? ''
}

function worstLists({ maxItems = 0 }: Schema, { bytes, members }: { bytes: number; members: number }): WorstValue[] {
  const count = Math.min(maxItems, members)
  const fieldsEach = Math.max(1, Math.min(mostNames, Math.floor(members / count) - 1))
  const units: [what: string, unit: (n: number) => string][] = [
    ['equal texts', () => '"a"'],
    ['other texts', (n) => `"${n.toString(36)}"`],
    ['objects without fields', () => '{}'],
    ['other objects', (n) => `{"${n.toString(36)}":0}`],
    ['objects with unknown fields', () => otherFields(0, fieldsEach)],
    ['objects with other unknown fields', (n) => otherFields(n, fieldsEach)],
    ['lists', () => '[{}]'],
    ['long texts', () => `"${fill('x', Math.floor(bytes / count) - 3)}"`],
  ]
  return units.map(([what, unit]) => ({
    what: `as many ${what} as allowed`,
    text: listOf(unit, bytes, count),
  }))
}

/** The maximum number of unknown fields that are read, empty and with as much content as is read. */
function worstObjects({ bytes, members }: { bytes: number; members: number }): WorstValue[] {
  const each = Math.max(1, Math.min(mostNames, Math.floor(members / mostNames) - 1))
  return [
    { what: 'unknown fields', text: fieldsOf(bytes, mostNames) },
    { what: 'objects in unknown fields', text: fieldsOf(bytes, mostNames, (n) => otherFields(n, each)) },
    {
      what: 'lists in unknown fields',
      text: fieldsOf(bytes, mostNames, (n) => `[${joinUnits((m) => `{"${n * members + m}":0}`, bytes, each)}]`),
    },
  ]
}

/** An object whose names differ from those of every other one with the same count. */
function otherFields(n: number, count: number): string {
  return `{${Array.from({ length: count }, (_, m) => `"${(n * count + m).toString(36)}":0`).join(',')}}`
}

function otherDepths(n: number, depth: number): string {
  return `${fill(`{"${n.toString(36)}":`, depth * (n.toString(36).length + 4))}0${'}'.repeat(depth)}`
}

function fill(unit: string, length: number): string {
  return unit.repeat(Math.max(0, Math.floor(length / unit.length)))
}

function listOf(unit: (n: number) => string, bytes: number, count = Infinity): string {
  return `[${joinUnits(unit, bytes, count)}]`
}

function fieldsOf(bytes: number, count = Infinity, value: (n: number) => string = () => '0'): string {
  return `{${joinUnits((n) => `"${n.toString(36)}":${value(n)}`, bytes, count)}}`
}

function joinUnits(unit: (n: number) => string, bytes: number, count: number): string {
  const parts: string[] = []
  let length = 2
  for (let n = 0; n < count; n++) {
    const part = unit(n)
    length += part.length + 1
    if (length > bytes) break
    parts.push(part)
  }
  return parts.join(',')
}
