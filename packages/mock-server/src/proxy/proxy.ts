import type { StubInput } from '../stubs/stubs.ts'
import {
  type Contract,
  type ContractOperation,
  createExchangeCheck,
  type FormParts,
  mediaTypeOf,
  multipartType,
} from '@auspex/contract'
import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { parseJson } from '../http/messages.ts'
import { problemReply } from '../http/problem.ts'
import { parseMultipart } from '../http/read-body.ts'
import { type AnsweredExchange, createRequestLog, loggedHeaders } from '../request-log.ts'
import { scenarioHeader } from '../scenarios/scenarios.ts'
import { sendText } from '../server/answer-mock.ts'
import { forward, UnreachableError, type ForwardedExchange } from './forward.ts'

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

/** The id in its own refusals: answers of the real server have theirs. */
const requestId = 'mock-proxy'
/** Only the newest of each are kept, since testers want to see what happens now. */
const maxKept = 1000

/** Forwards between callers and a real server unchanged, records its replies, and reports every exchange that breaks the contract. */
export class Proxy {
  readonly #options: ProxyOptions
  #violations: Violation[] = []
  #replies: StubInput[] = []
  #judgedBy: Contract | null = null
  #judge: ReturnType<typeof createExchangeJudge> | null = null
  /** The last exchanges, by real time. Who a token belongs to, only the real server knows. */
  readonly log = createRequestLog()
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
    // a fault that does nothing would make a test pass wrongly
    if (requestHeaders[scenarioHeader] !== undefined) {
      request.resume()
      return sendText({ response, cors }, problemReply({ status: 400, ...scenarioRefusal }, requestId))
    }
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
        beforeEnd: async (forwarded) => {
          const observed = { method, path, query, requestHeaders, ...forwarded }
          const judgement = await this.#judgeOf(this.#options.contract())(observed)
          const { operationId, faults } = judgement
          const { status } = forwarded
          this.#record(observed, judgement)
          const durationMs = performance.now() - started
          const answered = { method, target, operationId, status, durationMs, scenarios: [] }
          this.#log(answered, observed, judgement)
          this.#options.onExchange(answered)
          if (faults.length > 0) this.#report({ operationId, method, target, status, faults })
        },
      })
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      // an unreachable server must not count as one that conforms to the contract
      this.#report({ operationId: null, method, target, status: 502, faults: [error.message] })
      const refusal = { status: 502, code: 'mock.proxy_unreachable', title: error.message }
      sendText({ response, cors }, problemReply(refusal, requestId))
    }
  }

  #log(
    answered: AnsweredExchange,
    { path, requestHeaders, responseHeaders }: ObservedExchange,
    { requestContent }: JudgedExchange,
  ): void {
    const headers = requestHeaders as Record<string, string | undefined> // only set-cookie is a list, and requests have none
    const id = responseHeaders['x-request-id'] ?? headers['x-request-id'] ?? ''
    const facts = {
      requestId: String(id),
      at: new Date(this.#options.now()).toISOString(),
      path,
      headers: loggedHeaders(headers),
      userId: null,
      organizationId: null,
      body: typeof requestContent === 'string' ? (parseJson(requestContent) ?? null) : null,
      faults: [],
    }
    this.log.add({ ...answered, ...facts }, headers['authorization'])
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
    const json = parseJson(text)
    const headers = { 'content-type': responseHeaders['content-type'] ?? '' }
    const reply = json === undefined ? { text, headers } : { body: json }
    const { requestContent: sent } = judged
    const requestBody = typeof sent === 'string' ? parseJson(sent) : undefined
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

/** Why a scenario is refused: by header, and by the admin API. */
export const scenarioRefusal = {
  code: 'mock.scenario_without_effect',
  title: 'A scenario has no effect here',
  detail: 'This server forwards to a real one as a proxy and changes nothing; start it without --proxy for scenarios.',
} as const

/** The parts of an address before and after its question mark. */
function splitAt(rest: string): [path: string, query: string] {
  const mark = rest.indexOf('?')
  return mark === -1 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)]
}

/** An exchange between a caller and the real server, as seen by the proxy. */
interface ObservedExchange extends ForwardedExchange {
  method: string
  /** Without the server's prefix. */
  path: string
  query: string
  requestHeaders: IncomingHttpHeaders
}

/** An exchange with its readable bodies, and what breaks the contract in it. */
interface JudgedExchange {
  operationId: string | null
  /** Sentences; empty when the exchange conforms to the contract. */
  faults: readonly string[]
  /** As the contract check expects it: text, parts of a form, or null for none; undefined when it is malformed. */
  requestContent: string | FormParts | null | undefined
  /** Empty, which is invalid JSON, when its compression is corrupt; undefined for binary content. */
  responseText: string | undefined
}

/** Headers of intermediaries between a product and its callers, which the contract does not cover. */
const infrastructure =
  /^(server|via|age|alt-svc|x-powered-by|x-cache.*|x-served-by|x-forwarded-.*|cf-.*|content-language)$/

/** Checks exchanges as every other test does, and also reports answers without a token, and bodies that nobody can read. */
function createExchangeJudge(contract: Contract): (observed: ObservedExchange) => Promise<JudgedExchange> {
  const check = createExchangeCheck(contract)
  return async (observed) => {
    const { method, path: pathname, query, requestHeaders, status } = observed
    const [requestContent, responseText] = [await readRequest(observed), readResponse(observed)]
    const judgement = { operationId: null, faults: [], requestContent, responseText }
    // CORS preflight requests, which the contract leaves to HTTP
    if (method === 'OPTIONS' || method === 'HEAD') return judgement
    const responseHeaders = Object.fromEntries(
      Object.entries(observed.responseHeaders).filter(([name]) => !infrastructure.test(name)),
    )
    const exchange = { method, pathname, query, requestHeaders, status, responseHeaders }
    const { operation, violations } = check({
      ...exchange,
      requestBody: requestContent,
      responseBody: responseText,
    })
    if (operation === null) return { ...judgement, faults: violations }
    const accepted = status < 400 ? acceptedFaults(operation, { ...observed, requestContent }) : []
    const faults = [...violations, ...accepted, ...replyFaults(operation, observed)]
    return { ...judgement, operationId: operation.id, faults }
  }
}

async function readRequest({
  requestHeaders,
  requestBody,
}: ObservedExchange): Promise<JudgedExchange['requestContent']> {
  if (requestBody.byteLength === 0) return null
  const contentType = requestHeaders['content-type']
  try {
    if (mediaTypeOf(contentType) === multipartType) return await parseMultipart(requestBody, contentType ?? '')
    return utf8(requestBody)
  } catch {
    return undefined
  }
}

const decompress = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }

function readResponse({ responseHeaders, responseBody }: ObservedExchange): string | undefined {
  if (!/^text\/|json$/.test(mediaTypeOf(responseHeaders['content-type']))) return undefined
  const encoding = responseHeaders['content-encoding']?.toLowerCase() ?? ''
  try {
    return utf8(encoding in decompress ? decompress[encoding as keyof typeof decompress](responseBody) : responseBody)
  } catch {
    return ''
  }
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** What a server should have refused, and the shared check cannot see. */
function acceptedFaults(
  { secured }: ContractOperation,
  { requestHeaders, requestContent }: ObservedExchange & Pick<JudgedExchange, 'requestContent'>,
): string[] {
  const isAnonymous = secured && requestHeaders.authorization === undefined
  return [
    ...(isAnonymous ? ['it was answered without a token'] : []),
    ...(requestContent === undefined ? [`the body is no ${mediaTypeOf(requestHeaders['content-type'])}`] : []),
  ]
}

/** What the shared check leaves to the host: retry delays, and bodies where the contract has none. */
function replyFaults(operation: ContractOperation, { status, responseHeaders, responseBody }: ObservedExchange) {
  const wait = responseHeaders['retry-after']
  const isReadable = wait === undefined || /^\d+$/.test(wait) || !Number.isNaN(Date.parse(wait))
  const isSilent = operation.mediaTypes.get(status)?.size === 0
  return [
    ...(isReadable ? [] : [`Retry-After is ${JSON.stringify(wait)}, neither seconds nor a date`]),
    ...(isSilent && responseBody.byteLength > 0 ? ['the contract has no body here'] : []),
  ]
}
