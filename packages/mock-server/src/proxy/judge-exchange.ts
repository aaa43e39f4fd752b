import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import {
  checkRequest,
  type Contract,
  type ContractOperation,
  createExchangeCheck,
  createRouteMatcher,
  type FormParts,
  formType,
  jsonType,
  mediaTypeOf,
  multipartType,
  readJson,
  smallJson,
} from '@auspex/contract'
import { parseMultipart } from '../http/read-body.ts'

/** An exchange between a caller and the real server, as seen by the proxy. */
export interface ObservedExchange {
  method: string
  /** Without the server's prefix. */
  path: string
  query: string
  requestHeaders: IncomingHttpHeaders
  requestBody: Uint8Array
  status: number
  responseHeaders: IncomingHttpHeaders
  /** As sent, possibly compressed. */
  responseBody: Uint8Array
}

/** The request's body as the contract check expects it: text, parts of a form, or null for none; undefined when it is malformed. */
export function requestContent({
  requestHeaders,
  requestBody,
}: ObservedExchange): string | FormParts | null | undefined {
  if (requestBody.byteLength === 0) return null
  const contentType = requestHeaders['content-type']
  try {
    if (mediaTypeOf(contentType) === multipartType) return parseMultipart(requestBody, contentType ?? '')
    return utf8(requestBody)
  } catch {
    return undefined
  }
}

/** The reply's body as text; empty, which is invalid JSON, when its compression is corrupt; undefined for binary content. */
export function responseText(observed: ObservedExchange): string | undefined {
  const type = mediaTypeOf(observed.responseHeaders['content-type'])
  if (!/^text\/|json$/.test(type)) return undefined
  try {
    return utf8(plainBody(observed))
  } catch {
    return ''
  }
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function plainBody({ responseBody, responseHeaders }: ObservedExchange): Uint8Array {
  switch (responseHeaders['content-encoding']?.toLowerCase()) {
    case 'gzip':
      return gunzipSync(responseBody)
    case 'br':
      return brotliDecompressSync(responseBody)
    case 'deflate':
      return inflateSync(responseBody)
    case undefined:
    default:
      return responseBody
  }
}

export interface JudgedExchange {
  operationId: string | null
  /** Sentences; empty when the exchange conforms to the contract. */
  faults: readonly string[]
}

/** Headers of intermediaries between a product and its callers, which the contract does not cover. */
const infrastructure =
  /^(server|via|age|alt-svc|x-powered-by|x-cache.*|x-served-by|x-forwarded-.*|cf-.*|content-language)$/

/** Checks exchanges as every other test does, and also reports requests that should have been refused. */
export function createExchangeJudge(contract: Contract): (observed: ObservedExchange) => JudgedExchange {
  const check = createExchangeCheck(contract)
  const match = createRouteMatcher(contract)
  return (observed) => {
    const { method, path: pathname, query, requestHeaders, status } = observed
    // CORS preflight requests, which the contract leaves to HTTP
    if (method === 'OPTIONS' || method === 'HEAD') return { operationId: null, faults: [] }
    const responseHeaders = Object.fromEntries(
      Object.entries(observed.responseHeaders).filter(([name]) => !infrastructure.test(name)),
    )
    const requestBody = requestContent(observed)
    const judged = check({
      method,
      pathname,
      query,
      requestHeaders,
      requestBody,
      status,
      responseHeaders,
      responseBody: responseText(observed),
    })
    const { operation, violations } = judged
    if (operation === null) return { operationId: null, faults: violations }
    const route = match(method, pathname)
    const path = route.kind === 'found' ? route.path : {}
    const accepted = status < 400 ? acceptedFaults(operation, path, { ...observed, content: requestBody }) : []
    return { operationId: operation.id, faults: [...violations, ...accepted, ...replyFaults(operation, observed)] }
  }
}

type AcceptedExchange = ObservedExchange & { content: ReturnType<typeof requestContent> }

/** Requests that a server should have refused. */
function acceptedFaults(
  operation: ContractOperation,
  path: Record<string, string>,
  accepted: AcceptedExchange,
): string[] {
  const { requestHeaders, query, content } = accepted
  const isAnonymous = operation.secured && requestHeaders.authorization === undefined
  const faults = isAnonymous ? ['it was answered without a token'] : []
  if (content === undefined) return [...faults, `the body is no ${mediaTypeOf(requestHeaders['content-type'])}`]
  let body: unknown = content ?? undefined
  if (typeof content === 'string' && mediaTypeOf(requestHeaders['content-type']) !== formType) {
    const read = readJson(content, operation.body?.types.get(jsonType)?.limits ?? smallJson)
    if (read.kind === 'too-much') return [...faults, `body / ${read.fault.message}`]
    // the shared check reports invalid JSON, and the next lines report another media type
    if (read.kind === 'read') body = read.value
  }
  const checked = checkRequest(operation, { path, query, headers: requestHeaders, body })
  if (checked.kind === 'valid') return faults
  if (checked.kind === 'invalid')
    return [...faults, ...checked.faults.map((fault) => `${fault.in} ${fault.pointer} ${fault.message}`)]
  return [
    ...faults,
    `a body of ${checked.mediaType || 'no media type'} was accepted, which the operation does not read`,
  ]
}

/** What the shared check leaves to the host: retry delays, and bodies where the contract has none. */
function replyFaults(
  operation: ContractOperation,
  { status, responseHeaders, responseBody }: ObservedExchange,
): string[] {
  const wait = responseHeaders['retry-after']
  const isReadable = wait === undefined || /^\d+$/.test(wait) || !Number.isNaN(Date.parse(wait))
  const isSilent = operation.mediaTypes.get(status)?.size === 0
  return [
    ...(isReadable ? [] : [`Retry-After is ${JSON.stringify(wait)}, neither seconds nor a date`]),
    ...(isSilent && responseBody.byteLength > 0 ? ['the contract has no body here'] : []),
  ]
}
