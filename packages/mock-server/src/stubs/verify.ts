import type { Contract } from '@auspex/contract'
import { authorizationOf, type LoggedExchange } from '../request-log.ts'
import { matchesPattern, type RequestPattern, strayName, StubError } from './stub.ts'

/** The expected number of matching requests. */
export interface Expectation {
  match: RequestPattern
  /** Exactly this many. */
  times?: number
  atLeast?: number
  atMost?: number
}

const names = 'match, times, atLeast, atMost'

export interface Verdict {
  isMet: boolean
  count: number
  /** One sentence for the message of a failing test. */
  message: string
  requests: LoggedExchange[]
}

/** Compares the log with an expectation: by default at least one matching request. Throws a `StubError` for an unknown operation. */
export function verify(
  log: readonly LoggedExchange[],
  { operations }: Contract,
  { match, times, atLeast, atMost, ...rest }: Expectation,
): Verdict {
  const [unknown] = Object.keys(rest)
  const stray = unknown === undefined ? strayName(match) : `An expectation has no ${unknown}; it has ${names}`
  if (stray !== null) throw new StubError(stray)
  const { operation } = match
  if (operation !== undefined && !operations.some(({ id }) => id === operation))
    throw new StubError(`match.operation names no operation of the contract: ${JSON.stringify(operation)}`)
  const min = times ?? atLeast ?? (atMost === undefined ? 1 : 0)
  const max = times ?? atMost ?? Infinity
  const requests = log.filter((each) => matchesPattern(match, toSeen(each)))
  const count = requests.length
  const range = min === max ? String(min) : max === Infinity ? `at least ${min}` : `${min} to ${max}`
  return {
    isMet: count >= min && count <= max,
    count,
    message: `${count} matching ${count === 1 ? 'request' : 'requests'}, ${range} expected`,
    requests,
  }
}

function toSeen(exchange: LoggedExchange) {
  const { operationId, method, target, path, headers, body } = exchange
  const mark = target.indexOf('?')
  return {
    operation: operationId === null ? null : { id: operationId },
    method,
    path,
    headers: { ...headers, authorization: authorizationOf(exchange) },
    query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
    body,
  }
}
