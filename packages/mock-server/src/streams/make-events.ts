import { type ContractOperation, readEvents } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import type { ServedContract, ServedOperation } from '../replies/served-contract.ts'
import { applyOverlay, toOverlay } from '../state/pointer.ts'
import { type Fields, isFields } from '../state/request-fields.ts'

/** One server-sent event, before serialization. */
export interface StreamEvent {
  /** The id of the run and the position in it. */
  id: string
  event: string
  data: Fields
}

interface EventOptions {
  /** Identifies the run: equal requests are the same run. */
  seed: number
  /** The values of the request; events repeat them in properties with the same names. */
  fields: Fields
  /** Seeded events instead of the contract's example. */
  isDynamic: boolean
}

/** The events of a run, in order: those of the contract's example with a new id, or seeded ones. */
export function makeEvents(
  contract: ServedContract,
  served: ServedOperation,
  { seed, fields, isDynamic }: EventOptions,
): StreamEvent[] {
  const shown = isDynamic ? [] : exampleEvents(served)
  const run = `run_${seed.toString(36).padStart(7, '0')}`
  if (shown.length === 0) return drawnEvents(contract, served, { run, seed, fields })
  const shownRun = runOf(shown[0]?.id ?? '')
  const checks = served.operation.events
  return shown.map(({ event, data }, index) => {
    const renamed = rename(data, shownRun, run) as Fields // renaming keeps the shape
    const check = checks?.get(event) ?? null
    const known = Object.entries(fields).filter(([name, value]) => value !== null && Object.hasOwn(renamed, name))
    return {
      id: `${run}.${index + 1}`,
      event,
      data: applyOverlay(renamed, toOverlay(Object.fromEntries(known)), check),
    }
  })
}

/** The run of an event's id: the part before its last dot. */
export function runOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')))
}

function exampleEvents({ success }: ServedOperation): StreamEvent[] {
  const [text] = success.examples.values()
  if (typeof text !== 'string') return []
  return readEvents(text).flatMap(({ id, event, data }) => {
    const value: unknown = JSON.parse(data)
    return isFields(value) ? [{ id: id ?? '', event, data: value }] : []
  })
}

/** Replaces one text by another wherever it is a whole value. */
function rename(value: unknown, from: string, to: string): unknown {
  if (value === from && from !== '') return to
  if (Array.isArray(value)) return value.map((each) => rename(each, from, to))
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rename(each, from, to)]))
}

const repeats = 3

/** The events of the contract, from the first to the last; those of a failure are left out. */
function drawnEvents(
  contract: ServedContract,
  { operation, source }: ServedOperation,
  { run, seed, fields }: { run: string; seed: number; fields: Fields },
): StreamEvent[] {
  const random = createRandom(seedOf(seed, run))
  return orderOf(operation).map((event, index): StreamEvent => {
    const reference = source['x-sse-events']?.[event] ?? { $ref: '' }
    const drawn = contract.generator.compile(reference)(random, 0)
    const data = isFields(drawn) ? drawn : {}
    const facts = { ...fields, type: event, runId: run, sequence: index + 1 }
    const known = Object.fromEntries(
      Object.entries(facts).filter(([name, value]) => value !== null && Object.hasOwn(data, name)),
    )
    return {
      id: `${run}.${index + 1}`,
      event,
      data: applyOverlay(data, toOverlay(known), operation.events?.get(event) ?? null),
    }
  })
}

function orderOf({ events }: ContractOperation): string[] {
  const names = [...(events?.keys() ?? [])].filter((name) => !/error|failed/.test(name))
  const rank = (name: string) => (/start|begin/.test(name) ? 0 : /end$|done|complete/.test(name) ? 2 : 1)
  return names
    .toSorted((left, right) => rank(left) - rank(right))
    .flatMap((name) => (/delta|chunk|token/.test(name) ? Array.from({ length: repeats }, () => name) : [name]))
}
