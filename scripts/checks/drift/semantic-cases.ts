import type { ContractDocument, ContractOperation } from '@auspex/contract'
import { requestArbitrary, writeRequest } from '@auspex/contract/arbitraries'
import * as fc from 'fast-check'
import type { Call } from './real-api.ts'

const seed = 20_261_123

/** A request that is valid by the contract but wrong, or an edge case, in its meaning. */
export interface SemanticCase {
  name: string
  operation: ContractOperation
  /** Its ids name nothing until `withIds` replaces them. */
  call: Call
}

type Base = ReturnType<typeof sampleRequests>[number]
type Change = (name: string, value: unknown) => unknown

const words = /term|query|title|name|message|subject|text|find|condition/i

/** Changes tried on every field; each applies where it returns a different value. */
const changes: Record<string, Change> = {
  'blank words': (name, value) => (typeof value === 'string' && words.test(name) ? '   ' : value),
  'a broken query': (name, value) => (typeof value === 'string' && words.test(name) ? '"never closed AND (' : value),
  'nothing but signs': (name, value) => (typeof value === 'string' && words.test(name) ? '*?!' : value),
  'a cursor of nobody': (name, value) => (name === 'cursor' ? 'nonsense' : value),
  'a page far behind the end': (name, value) => (name === 'page' ? 9 : value),
  'days that run backwards': (name, value) =>
    typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)
      ? value
      : /^(from|since|start)/i.test(name)
        ? `2026-11-20${value.slice(10)}`
        : `2026-11-01${value.slice(10)}`,
}

/** For each operation, `each` requests that the contract allows, unchanged and with every change that has an effect. Deterministic. */
export function writeSemanticCases({
  document,
  operations,
  each,
}: {
  document: ContractDocument
  operations: readonly ContractOperation[]
  each: number
}): SemanticCase[] {
  return operations.flatMap((operation, index) => {
    const found = new Map<string, SemanticCase>()
    for (const base of sampleRequests(document, operation, { index, each })) {
      const variants = [['as it is', base] as const, ...variantsOf(base)]
      for (const [name, request] of variants) {
        const written = writeRequest(operation, request)
        if (written === null) continue
        const call = { ...written, path: written.target }
        found.set(`${call.path} ${call.body ?? ''}`, { name, operation, call })
      }
    }
    return [...found.values()]
  })
}

/** Every optional parameter occurs in some of them, because an omitted one cannot be wrong. */
function sampleRequests(
  document: ContractDocument,
  operation: ContractOperation,
  { index, each }: { index: number; each: number },
) {
  return fc.sample(requestArbitrary(document, operation), { seed: seed + index, numRuns: each })
}

function variantsOf(base: Base): [string, Base][] {
  return Object.entries(changes).flatMap(([name, change]): [string, Base][] => {
    const changed = {
      ...base,
      path: mapFields(base.path, change),
      query: mapFields(base.query, change),
      body: mapFields(base.body, change),
    } as Base // fields keep their names
    return JSON.stringify(changed) === JSON.stringify(base) ? [] : [[name, changed]]
  })
}

function mapFields(value: unknown, change: Change, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => mapFields(each, change, name))
  if (typeof value !== 'object' || value === null) return change(name, value)
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, mapFields(each, change, inner)]))
}

/** Replaces the call's ids with ids of real things by prefix; null if it contains none. */
export function withIds({ call }: SemanticCase, ids: ReadonlyMap<string, string>): Call | null {
  const put = (text: string) =>
    text.replaceAll(
      /(?<![a-z0-9_])([a-z]{2,4})_[a-z0-9]{1,40}(?![a-z0-9_])/g,
      (id, prefix: string) => ids.get(prefix) ?? id,
    )
  const filled = { ...call, path: put(call.path), body: call.body === null ? null : put(call.body) }
  return filled.path === call.path && filled.body === call.body ? null : filled
}
