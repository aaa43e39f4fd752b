import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '@auspex/contract'
import { problemReply } from '../http/problem.ts'
import type { AnsweredExchange } from '../server/log-exchanges.ts'
import { createForwarder, type ForwardedExchange, UnreachableError } from './forward.ts'
import { createExchangeJudge } from './judge-exchange.ts'
import type { Recording } from './recording.ts'
import type { Violation, Violations } from './violations.ts'

/** Addresses of the real server. */
export interface ProxyTarget {
  /** Target of `/api`: `http://localhost:4000/api`. */
  api: URL
  /** Target of `/assistant`. */
  assistant: URL
}

export interface Proxy {
  answer(exchange: ProxiedExchange): Promise<void>
  close(): void
}

export interface ProxiedExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Which of the target's addresses it belongs to. */
  service: keyof ProxyTarget
  /** Without the prefix, with the query. */
  rest: string
  cors: Record<string, string> | null
}

/** Forwards between callers and a real server unchanged, and reports every exchange that breaks the contract. */
export function createProxy({
  target: servers,
  contract,
  violations,
  recording,
  report,
  onExchange,
  now,
}: {
  target: ProxyTarget
  contract: () => Contract
  violations: Violations
  recording: Recording
  /** Called with each violation immediately. */
  report: (violation: Violation) => void
  /** Called with each exchange. */
  onExchange: (exchange: AnsweredExchange) => void
  now: () => number
}): Proxy {
  const forwarder = createForwarder()
  let judgedBy = contract()
  let judge = createExchangeJudge(judgedBy)

  const judgeExchange = (
    { request, rest }: ProxiedExchange,
    forwarded: ForwardedExchange,
    durationMs: number,
  ): void => {
    if (!forwarded.isWhole) return
    if (judgedBy !== contract()) {
      judgedBy = contract()
      judge = createExchangeJudge(judgedBy)
    }
    const mark = rest.indexOf('?')
    const { method = 'GET', headers: requestHeaders, url: target = rest } = request
    const observed = {
      method,
      path: mark === -1 ? rest : rest.slice(0, mark),
      query: mark === -1 ? '' : rest.slice(mark + 1),
      requestHeaders,
      ...forwarded,
    }
    const { operationId, faults } = judge(observed)
    if (operationId !== null) recording.add(observed, operationId)
    onExchange({ method, target, operationId, status: forwarded.status, durationMs, scenarios: [] })
    if (faults.length > 0) reportViolation({ operationId, method, target, status: forwarded.status, faults })
  }

  const reportViolation = (facts: Omit<Violation, 'at'>): void => {
    const violation = { at: new Date(now()).toISOString(), ...facts }
    violations.add(violation)
    report(violation)
  }

  return {
    async answer(exchange) {
      const { request, service, rest, response, cors } = exchange
      const base = servers[service]
      const url = addressBelow(base, rest)
      const started = performance.now()
      try {
        await forwarder.forward({ ...exchange, url }, (forwarded) =>
          judgeExchange(exchange, forwarded, performance.now() - started),
        )
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        // an unreachable server must not count as one that conforms to the contract
        const { method = 'GET', url: address = rest } = request
        reportViolation({ operationId: null, method, target: address, status: 502, faults: [error.message] })
        const facts = { status: 502, code: 'mock.proxy_unreachable', title: error.message }
        const { status, headers, body } = problemReply(facts, 'mock-proxy')
        response.writeHead(status, { ...headers, ...cors }).end(body)
      }
    },
    close: () => forwarder.close(),
  }
}

/** Concatenates the parts of an address instead of resolving them: relative to a base without a path, `//host/x` would name another server. */
function addressBelow(base: URL, rest: string): URL {
  const mark = rest.indexOf('?')
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/$/, '')}${mark === -1 ? rest : rest.slice(0, mark)}`
  url.search = mark === -1 ? '' : rest.slice(mark)
  return url
}
