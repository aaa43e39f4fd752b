import type { InvalidField } from '@auspex/contract'
import type { Exchange, Interceptor } from '../http/exchange.ts'
import type { LoggedExchange, RequestLog } from '../request-log.ts'
import type { StagedReply } from '../scenarios/scenario.ts'

/** What is reported about an exchange as soon as its reply begins. */
export interface AnsweredExchange {
  method: string
  /** Path and query as received. */
  target: string
  operationId: string | null
  status: number
  /** Real time until the reply began; until it ended, through a proxy. */
  durationMs: number
  scenarios: readonly string[]
}

/** A logged exchange with additional details. */
export interface TracedExchange extends LoggedExchange {
  /** The violations of the request; empty unless it was refused for them. */
  faults: readonly InvalidField[]
  /** Names of the scenarios applied to the reply. */
  scenarios: readonly string[]
  /** Real time until the reply began. */
  durationMs: number
}

/** The additional details of a logged exchange. */
interface Trace {
  faults: TracedExchange['faults']
  scenarios: readonly string[]
  durationMs: number
}

const emptyTrace: Trace = { faults: [], scenarios: [], durationMs: 0 }
/** The size of the mock's own log. */
const maxTraces = 1000

export interface ExchangeLog {
  intercept: Interceptor
  list(log: RequestLog): TracedExchange[]
}

/** Adds details to the mock's log, by request id; of two with one id the later one counts. */
export function createExchangeLog(inner: Interceptor, onExchange?: (exchange: AnsweredExchange) => void): ExchangeLog {
  const traces = new Map<string, Trace>()
  return {
    async intercept(exchange, answer) {
      const started = performance.now()
      const reply: StagedReply = await inner(exchange, answer)
      const durationMs = performance.now() - started
      const { scenarios = [] } = reply
      traces.set(exchange.requestId, { faults: faultsOf(reply), scenarios, durationMs })
      if (traces.size > maxTraces) forgetOldest(traces)
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
