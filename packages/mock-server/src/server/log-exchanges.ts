import type { InvalidField } from '@auspex/contract'
import type { Exchange, Interceptor } from '../http/exchange.ts'
import type { LoggedExchange, RequestLog } from '../request-log.ts'
import type { StagedReply } from '../scenarios/scenario.ts'

/** What is told of an exchange as soon as its reply begins. */
export interface AnsweredExchange {
  method: string
  /** Path and query as they came. */
  target: string
  operationId: string | null
  status: number
  /** Real time until the reply began; until it ended, through a proxy. */
  durationMs: number
  scenarios: readonly string[]
}

/** An exchange of the mock's log with what happened around it. */
export interface TracedExchange extends LoggedExchange {
  /** Where the request broke the contract; empty unless it was refused for that. */
  faults: readonly InvalidField[]
  /** Names of the scenarios that had a part in the reply. */
  scenarios: readonly string[]
  /** Real time until the reply began. */
  durationMs: number
}

/** What a logged exchange has beside the log's own entry. */
interface Trace {
  faults: TracedExchange['faults']
  scenarios: readonly string[]
  durationMs: number
}

const emptyTrace: Trace = { faults: [], scenarios: [], durationMs: 0 }
/** As many as the mock's own log keeps. */
const mostTraces = 1000

export interface ExchangeLog {
  intercept: Interceptor
  list(log: RequestLog): TracedExchange[]
}

/** Adds to the mock's log what only those around it know, by the id of the request; of two with one id the later is told. */
export function createExchangeLog(inner: Interceptor, onExchange?: (exchange: AnsweredExchange) => void): ExchangeLog {
  const traces = new Map<string, Trace>()
  return {
    async intercept(exchange, answer) {
      const started = performance.now()
      const reply: StagedReply = await inner(exchange, answer)
      const durationMs = performance.now() - started
      const { scenarios = [] } = reply
      traces.set(exchange.requestId, { faults: faultsOf(reply), scenarios, durationMs })
      if (traces.size > mostTraces) forgetOldest(traces)
      onExchange?.(toAnswered(exchange, { status: reply.status, durationMs, scenarios }))
      return reply
    },
    list: (log) => log.list().map((each) => ({ ...each, ...(traces.get(each.requestId) ?? emptyTrace) })),
  }
}

function faultsOf({ status, body }: StagedReply): readonly InvalidField[] {
  if (status !== 422 || typeof body !== 'string') return []
  try {
    return (JSON.parse(body) as { errors?: InvalidField[] }).errors ?? [] // the schema of problems
  } catch {
    return [] // a scenario has cut it in half
  }
}

function toAnswered(
  { request: { method, target }, operation }: Exchange,
  outcome: Omit<AnsweredExchange, 'method' | 'target' | 'operationId'>,
): AnsweredExchange {
  return { method, target, operationId: operation?.id ?? null, ...outcome }
}

function forgetOldest(traces: Map<string, Trace>): void {
  const [oldest] = traces.keys()
  if (oldest !== undefined) traces.delete(oldest)
}
