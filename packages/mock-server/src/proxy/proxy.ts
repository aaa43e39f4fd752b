import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '@auspex/contract'
import { problemReply } from '../http/problem.ts'
import { createExchangeCheck } from './check-exchange.ts'
import { createForwarder, type Forwarded, UnreachableError } from './forward.ts'
import type { Violation, Violations } from './violations.ts'

/** Where the real server is. */
export interface ProxyTarget {
  /** Stands for `/api`: `http://localhost:4000/api`. */
  api: URL
  /** Stands for `/assistant`. */
  assistant: URL
}

export interface Proxy {
  answer(exchange: ProxiedExchange): Promise<void>
  close(): void
}

export interface ProxiedExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Which of the target's addresses it is for. */
  service: keyof ProxyTarget
  /** Below the prefix, with the query. */
  rest: string
  cors: Record<string, string> | null
}

/** Stands between callers and a real server, changes nothing, and reports every exchange that breaks the contract. */
export function createProxy({
  target,
  contract,
  violations,
  report,
  now,
}: {
  target: ProxyTarget
  contract: () => Contract
  violations: Violations
  /** Told of each violation at once. */
  report: (violation: Violation) => void
  now: () => number
}): Proxy {
  const forwarder = createForwarder()
  let checked = contract()
  let check = createExchangeCheck(checked)

  const judge = async ({ request, rest }: ProxiedExchange, forwarded: Forwarded): Promise<void> => {
    if (!forwarded.isWhole) return
    if (checked !== contract()) {
      checked = contract()
      check = createExchangeCheck(checked)
    }
    const mark = rest.indexOf('?')
    const { method = 'GET', headers: requestHeaders, url = rest } = request
    const { operationId, findings } = await check({
      method,
      path: mark === -1 ? rest : rest.slice(0, mark),
      query: mark === -1 ? '' : rest.slice(mark + 1),
      requestHeaders,
      ...forwarded,
    })
    for (const finding of findings) {
      const at = new Date(now()).toISOString()
      const violation: Violation = { ...finding, at, operationId, method, target: url, status: forwarded.status }
      violations.add(violation)
      report(violation)
    }
  }

  return {
    async answer(exchange) {
      const { service, rest, response, cors } = exchange
      const base = target[service]
      const url = new URL(`${base.pathname.replace(/\/$/, '')}${rest}`, base)
      try {
        await forwarder.forward({ ...exchange, url }, (forwarded) => judge(exchange, forwarded))
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        const facts = { status: 502, code: 'mock.proxy_unreachable', title: error.message }
        const { status, headers, body } = problemReply(facts, 'mock-proxy')
        response.writeHead(status, { ...headers, ...cors }).end(body)
      }
    },
    close: () => forwarder.close(),
  }
}
