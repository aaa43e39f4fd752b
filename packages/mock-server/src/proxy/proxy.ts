import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '@auspex/contract'
import { problemReply } from '../http/problem.ts'
import type { AnsweredExchange } from '../request-log.ts'
import type { StubInput } from '../stubs/stubs.ts'
import { createAgents, forward, UnreachableError } from './forward.ts'
import { createExchangeJudge, type JudgedExchange, type ObservedExchange } from './judge-exchange.ts'

/** Addresses of the real server. */
export interface ProxyTarget {
  /** Target of `/api`: `http://localhost:4000/api`. */
  api: URL
  /** Target of `/assistant`. */
  assistant: URL
}

/** An exchange that broke the contract. */
export interface Violation {
  /** RFC 3339 in UTC. */
  at: string
  /** Null for an unknown path. */
  operationId: string | null
  method: string
  /** Path and query as received. */
  target: string
  status: number
  /** The places and reasons, one sentence each. */
  faults: readonly string[]
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

export interface ProxyOptions {
  /** Null for a proxy that nothing is sent to. */
  target: ProxyTarget | null
  contract: () => Contract
  /** Called with each violation immediately. */
  onViolation: (violation: Violation) => void
  onExchange: (exchange: AnsweredExchange) => void
  now: () => number
}

/** Only the newest of each are kept, since testers want to see what happens now. */
const maxKept = 1000

/** Forwards between callers and a real server unchanged, records its replies, and reports every exchange that breaks the contract. */
export class Proxy {
  readonly #options: ProxyOptions
  readonly #agents = createAgents()
  #violations: Violation[] = []
  #replies: StubInput[] = []
  #judgedBy: Contract | null = null
  #judge: ReturnType<typeof createExchangeJudge> | null = null
  /** The total of violations, including dropped ones; clearing the list does not reset it. */
  violationCount = 0

  constructor(options: ProxyOptions) {
    this.#options = options
  }

  violations(): readonly Violation[] {
    return this.#violations
  }

  clearViolations(): void {
    this.#violations = []
  }

  /** The newest first, in the form that `POST /__mock/replies` accepts: equal requests get their replies in order, and the last one repeats. */
  recording(): StubInput[] {
    const later = new Set<string>()
    return this.#replies.toReversed().map((reply) => {
      const key = JSON.stringify(reply.match)
      const isLast = !later.has(key)
      later.add(key)
      return isLast ? reply : { ...reply, times: 1 }
    })
  }

  clearRecording(): void {
    this.#replies = []
  }

  async answer({ request, response, service, rest, cors }: ProxiedExchange): Promise<void> {
    const { method = 'GET', url: target = rest, headers: requestHeaders } = request
    const started = performance.now()
    const [path, query] = splitAt(rest)
    const base = this.#options.target?.[service] ?? new URL('http://localhost')
    // parts are concatenated, not resolved: relative to a base without a path, `//host/x` would name another server
    const url = new URL(base)
    url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`
    url.search = query
    try {
      await forward({
        request,
        response,
        url,
        cors,
        agents: this.#agents,
        beforeEnd: async (forwarded) => {
          const observed = { method, path, query, requestHeaders, ...forwarded }
          const judged = await this.#judgeOf(this.#options.contract())(observed)
          const { operationId, faults } = judged
          const { status } = forwarded
          this.#record(observed, judged)
          const durationMs = performance.now() - started
          this.#options.onExchange({ method, target, operationId, status, durationMs, scenarios: [] })
          if (faults.length > 0) this.#report({ operationId, method, target, status, faults })
        },
      })
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      // an unreachable server must not count as one that conforms to the contract
      this.#report({ operationId: null, method, target, status: 502, faults: [error.message] })
      const facts = { status: 502, code: 'mock.proxy_unreachable', title: error.message }
      const { status, headers, body } = problemReply(facts, 'mock-proxy')
      response.writeHead(status, { ...headers, ...cors }).end(body)
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  #judgeOf(contract: Contract): ReturnType<typeof createExchangeJudge> {
    if (this.#judge === null || this.#judgedBy !== contract) this.#judge = createExchangeJudge(contract)
    this.#judgedBy = contract
    return this.#judge
  }

  /** JSON, streams and other texts, but no files. Replies are kept unchanged, even when they break the contract. */
  #record({ method, path, query, status, responseHeaders }: ObservedExchange, judged: JudgedExchange): void {
    const { responseText: text } = judged
    if (judged.operationId === null || text === undefined) return
    const json = parse(text)
    const headers = { 'content-type': responseHeaders['content-type'] ?? '' }
    const reply = json === undefined ? { text, headers } : { body: json }
    const requestBody = parse(judged.requestContent)
    const match = {
      operation: judged.operationId,
      method,
      path,
      ...(query !== '' && { query: Object.fromEntries(new URLSearchParams(query)) }),
      ...(requestBody !== undefined && { body: requestBody }),
    }
    this.#replies = [...this.#replies.slice(1 - maxKept), { match, status, ...reply, isBroken: true }]
  }

  #report(facts: Omit<Violation, 'at'>): void {
    const violation = { at: new Date(this.#options.now()).toISOString(), ...facts }
    this.violationCount += 1
    this.#violations = [...this.#violations.slice(1 - maxKept), violation]
    this.#options.onViolation(violation)
  }
}

/** The parts of an address before and after its question mark. */
function splitAt(rest: string): [path: string, query: string] {
  const mark = rest.indexOf('?')
  return mark === -1 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)]
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
