import { checkRequest, type FormParts } from './check-request.ts'
import type { Contract, ContractOperation } from './contract.ts'
import { createRouteMatcher } from './match-route.ts'
import { readEvents, readJson, smallJson } from './read-json.ts'
import { eventStreamType, formType, jsonType, mediaTypeOf, multipartType, problemType } from './body-type.ts'
import { toInvalidFields } from './describe-faults.ts'

/** One request and its response as sent over the wire. */
export interface Exchange {
  method: string
  /** Without the prefix: `/users/me`. */
  pathname: string
  /** The part after the question mark, still encoded. */
  query: string
  /** By lower-case name. */
  requestHeaders: Readonly<Record<string, string | string[] | undefined>>
  /** Text of a JSON or urlencoded body, parts of a multipart form; null for none, undefined when it is unknown. */
  requestBody: string | FormParts | null | undefined
  status: number
  responseHeaders: Readonly<Record<string, string | string[] | number | undefined>>
  /** Decompressed; undefined when it is not text. */
  responseBody: string | undefined
}

export interface Judgement {
  /** Null for an address without an operation. */
  operation: ContractOperation | null
  /** Violations of the contract in the exchange, as sentences; empty when there are none. */
  violations: string[]
}

/** Statuses that do not show whether the request was valid. */
const beforeTheRequest = new Set([401, 403, 413, 415, 429, 500, 503])

/** Headers that any response may have, whatever the contract states: transport, security and tracing. */
const everyReply =
  /^(content-(type|length|encoding|security-policy)|date|connection|keep-alive|transfer-encoding|vary|cache-control|x-request-id|x-mock-scenario|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|cross-origin-.*|permissions-policy|access-control-.*)$/

/** Validates exchanges both ways: an accepted request must be valid, and a response must be documented and valid. */
export function createExchangeCheck(contract: Contract): (exchange: Exchange) => Judgement {
  const match = createRouteMatcher(contract)
  return (exchange) => {
    const route = match(exchange.method, exchange.pathname)
    if (route.kind !== 'found') {
      const expected = { unknown: 404, 'wrong-method': 405, malformed: 400 }[route.kind]
      const violations =
        exchange.status === expected || beforeTheRequest.has(exchange.status)
          ? []
          : [`${exchange.method} ${exchange.pathname} is no operation, and was answered with ${exchange.status}`]
      return { operation: null, violations }
    }
    const { operation, path } = route
    const requestFaults = judgeRequest(operation, path, exchange)
    const violations = [...judgeAcceptance(requestFaults, exchange), ...judgeReply(operation, exchange)].map(
      (fault) => `${operation.id} ${exchange.status}: ${fault}`,
    )
    return { operation, violations }
  }
}

/** What the contract refuses in a request; null where it is not known what was sent. */
function judgeRequest(operation: ContractOperation, path: Record<string, string>, exchange: Exchange): string[] | null {
  const body = readBody(operation, exchange)
  if (body === unreadable) return ['the body is not JSON']
  if (body === unknownBody) return null
  const headers = exchange.requestHeaders
  const checked = checkRequest(operation, { path, query: exchange.query, headers, body })
  if (checked.kind === 'unsupported-media-type')
    return [`a body of ${checked.mediaType || 'no media type'}, which the operation does not read`]
  return checked.kind === 'valid' ? [] : checked.faults.map((fault) => `${fault.in} ${fault.pointer} ${fault.message}`)
}

const unreadable = Symbol('unreadable')
const unknownBody = Symbol('unknown')

function readBody({ body, method }: ContractOperation, { requestBody, requestHeaders }: Exchange): unknown {
  if (method === 'GET' || requestBody === null || requestBody === '') return undefined
  if (requestBody === undefined) return body === null ? undefined : unknownBody
  const type = mediaTypeOf(requestHeaders['content-type']?.toString())
  // where no body is accepted, one is read only for the names of its fields
  if (body === null && ![jsonType, formType, multipartType].includes(type)) return undefined
  if (typeof requestBody !== 'string') return type === multipartType ? requestBody : unknownBody
  if (type === multipartType) return unknownBody
  // a form, or a type that the operation does not read
  if (type !== jsonType) return requestBody
  const parsed = readJson(requestBody, body?.types.get(jsonType)?.limits ?? smallJson)
  return parsed.kind === 'read' ? parsed.value : unreadable
}

function judgeAcceptance(requestFaults: string[] | null, { status, responseBody }: Exchange): string[] {
  if (requestFaults === null || beforeTheRequest.has(status)) return []
  const isRefused = status === 422 && /"code":\s*"request\.invalid"/.test(responseBody ?? '')
  if (requestFaults.length === 0) return isRefused ? ['a request that the contract allows was refused as invalid'] : []
  if (status >= 400) return []
  return [`a request that the contract does not allow was accepted: ${requestFaults.slice(0, 5).join(', ')}`]
}

function judgeReply(operation: ContractOperation, exchange: Exchange): string[] {
  const types = operation.responses.get(exchange.status)
  if (types === undefined)
    return [`the status is not documented; documented are ${[...operation.responses.keys()].join(', ')}`]
  const type = mediaTypeOf(String(exchange.responseHeaders['content-type'] ?? ''))
  const documented = operation.mediaTypes.get(exchange.status) ?? new Set()
  if (documented.size > 0 && !documented.has(type))
    return [`the media type ${type || '(none)'} is not documented; documented are ${[...documented].join(', ')}`]
  const faults = judgeHeaders(operation, exchange)
  if (exchange.responseBody === undefined) return faults
  if (type === eventStreamType) return [...faults, ...judgeEvents(operation, exchange.responseBody)]
  const check = types.get(type)
  if (check === undefined) return faults
  let body: unknown
  try {
    body = JSON.parse(exchange.responseBody)
  } catch {
    return [...faults, 'the body is not JSON']
  }
  const invalid = toInvalidFields('body', check(body)).map(({ pointer, message }) => `${pointer} ${message}`)
  return [...faults, ...invalid, ...(type === problemType ? judgeProblem(body, exchange) : [])]
}

function judgeHeaders(operation: ContractOperation, { status, responseHeaders }: Exchange): string[] {
  const documented = operation.responseHeaders.get(status) ?? new Set()
  return Object.keys(responseHeaders)
    .filter((name) => responseHeaders[name] !== undefined && !everyReply.test(name) && !documented.has(name))
    .map((name) => `the header ${name} is not documented`)
}

/** A problem repeats the status and the request id of its response. */
function judgeProblem(body: unknown, { status, responseHeaders }: Exchange): string[] {
  const problem = body as { status?: unknown; requestId?: unknown } // validated against the schema of problems before
  const id = responseHeaders['x-request-id']
  return [
    ...(problem.status === status ? [] : [`the problem says ${String(problem.status)}`]),
    ...(id === undefined || problem.requestId === id ? [] : ['the problem has another request id than the header']),
  ]
}

function judgeEvents(operation: ContractOperation, text: string): string[] {
  return readEvents(text).flatMap(({ event, data }) => {
    const check = operation.events?.get(event)
    if (check === undefined) return [`the event ${event} is not documented`]
    try {
      return toInvalidFields('body', check(JSON.parse(data))).map(
        ({ pointer, message }) => `${event} ${pointer} ${message}`,
      )
    } catch {
      return [`the data of ${event} is not JSON`]
    }
  })
}
