import { type ContractOperation, readEvents } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import type { ServedContract, ServedOperation } from '../replies/served-contract.ts'
import { applyOverlay, type Fields, isFields, toOverlay } from '../state/fields.ts'
import type { Owner } from '../state/store.ts'

/** One server-sent event, before serialization. */
export interface StreamEvent {
  /** The id of the run and the position in it. */
  id: string
  event: string
  data: Fields
}

/** The conversation that stores the answer of a run. */
export interface RunAnswer {
  collection: string
  threadId: string
  messageId: string
}

/** A stream that was sent, kept so that it can be resumed and stopped. */
export interface Run {
  id: string
  caller: Owner
  answer: RunAnswer
  events: readonly StreamEvent[]
  /** The number of events sent to the first reader. */
  sent: number
  /** Whether it takes time and has not ended. */
  isWriting: boolean
}

const maxRuns = 1000

/** The latest runs of a mock; the oldest is dropped first. */
export class Runs {
  readonly #runs = new Map<string, Run>()
  #begun = 0

  add(run: Run): void {
    this.#runs.set(run.id, run)
    const [oldest] = this.#runs.keys()
    if (this.#runs.size > maxRuns && oldest !== undefined) this.#runs.delete(oldest)
  }

  /** Null for an unknown run, or one of another user. */
  find(id: string, { organizationId, userId }: Owner): Run | null {
    const run = this.#runs.get(id)
    return run?.caller.organizationId === organizationId && run.caller.userId === userId ? run : null
  }

  /** Whether a run still writes to a conversation. */
  isWritingTo(threadId: string): boolean {
    return [...this.#runs.values()].some((run) => run.isWriting && run.answer.threadId === threadId)
  }

  /** An unused number of a run. */
  next(): number {
    this.#begun += 1
    return this.#begun
  }

  clear(): void {
    this.#runs.clear()
    this.#begun = 0
  }
}

/** Stops a run for all its readers; one that has ended does not change. Returns its final state. */
export function stopRun(run: Run): string {
  const last = run.events.at(-1)
  if (run.isWriting && last !== undefined) {
    run.isWriting = false
    const sentEvents = run.events.slice(0, run.sent)
    const sequence = sentEvents.length + 1
    const citations = sentEvents.filter(({ data }) => data['type'] === 'citation-added').length
    const data = { ...last.data, sequence, outcome: 'cancelled', textLength: textOf(sentEvents).length, citations }
    run.events = [...sentEvents, { ...last, id: `${run.id}.${sequence}`, data }]
  }
  const outcome = run.events.at(-1)?.data['outcome']
  return typeof outcome === 'string' ? outcome : 'completed'
}

/** The text in the events of a run. */
export function textOf(events: readonly StreamEvent[]): string {
  return events.map(({ data }) => (typeof data['delta'] === 'string' ? data['delta'] : '')).join('')
}

/** The run of an event's id: the part before its last dot. */
export function runOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')))
}

export interface SendOptions {
  /** Index of the first event to send. */
  from: number
  /** Milliseconds before each event. */
  delayMs: number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** Serializes events as `text/event-stream` (WHATWG HTML, 9.2), one per chunk, and stops when the caller disconnects. The later events change when the run is stopped. */
export async function* sendEvents(
  run: { readonly events: readonly StreamEvent[] },
  { from, delayMs, wait, signal }: SendOptions,
): AsyncGenerator<string, void> {
  for (let at = from; at < run.events.length; at += 1) {
    if (delayMs > 0) await wait(delayMs, signal).catch(() => undefined) // the reader has disconnected
    const next = run.events[at]
    if (signal.aborted || next === undefined) return
    const { id, event, data } = next
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

/** Sends the events of a run in real time: it is in progress until the last one, unless it has no delay. */
export async function* writeRun(run: Run, options: Omit<SendOptions, 'from'>): AsyncGenerator<string, void> {
  run.isWriting = options.delayMs > 0
  try {
    for await (const piece of sendEvents(run, { ...options, from: 0 })) {
      run.sent += 1
      yield piece
    }
  } finally {
    run.isWriting = false
  }
}

/** The index after the last received event; null when that event belongs to no known run. */
export function placeAfter(events: readonly StreamEvent[], lastEventId: string | undefined): number | null {
  if (lastEventId === undefined) return 0
  const at = events.findIndex(({ id }) => id === lastEventId)
  return at === -1 ? null : at + 1
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
  { operation, source, success }: ServedOperation,
  { seed, fields, isDynamic }: EventOptions,
): StreamEvent[] {
  const run = `run_${seed.toString(36).padStart(7, '0')}`
  const [text] = isDynamic ? [] : success.examples.values()
  const exampleEvents = typeof text === 'string' ? readEvents(text) : []
  const exampleRun = runOf(exampleEvents[0]?.id ?? '')
  const random = createRandom(seedOf(seed, run))
  const events =
    exampleEvents.length > 0
      ? exampleEvents.map(({ event, data }) => ({
          event,
          data: rename(JSON.parse(data), exampleRun, run),
          facts: fields,
        }))
      : orderOf(operation).map((event, index) => ({
          event,
          data: contract.generator.compile(source['x-sse-events']?.[event] ?? { $ref: '' })(random, 0),
          facts: { ...fields, type: event, runId: run, sequence: index + 1 },
        }))
  return events.map(({ event, data: drawn, facts }, index) => {
    const data = isFields(drawn) ? drawn : {}
    const knownFacts = Object.entries(facts).filter(([name, value]) => value !== null && Object.hasOwn(data, name))
    const overlay = toOverlay(Object.fromEntries(knownFacts))
    return { id: `${run}.${index + 1}`, event, data: applyOverlay(data, overlay, operation.events?.get(event) ?? null) }
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
function orderOf({ events }: ContractOperation): string[] {
  const names = [...(events?.keys() ?? [])].filter((name) => !/error|failed/.test(name))
  const rank = (name: string) => {
    if (/start|begin/.test(name)) return 0
    return /end$|done|complete/.test(name) ? 2 : 1
  }
  return names
    .toSorted((left, right) => rank(left) - rank(right))
    .flatMap((name) => (/delta|chunk|token/.test(name) ? Array.from({ length: repeats }, () => name) : [name]))
}
