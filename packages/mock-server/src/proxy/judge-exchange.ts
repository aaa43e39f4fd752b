import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import {
  type Contract,
  type ContractOperation,
  createExchangeCheck,
  type FormParts,
  mediaTypeOf,
  multipartType,
} from '@auspex/contract'
import { parseMultipart } from '../http/read-body.ts'
import type { ForwardedExchange } from './forward.ts'

/** An exchange between a caller and the real server, as seen by the proxy. */
export interface ObservedExchange extends ForwardedExchange {
  method: string
  /** Without the server's prefix. */
  path: string
  query: string
  requestHeaders: IncomingHttpHeaders
}

/** An exchange with its readable bodies, and what breaks the contract in it. */
export interface JudgedExchange {
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
export function createExchangeJudge(contract: Contract): (observed: ObservedExchange) => Promise<JudgedExchange> {
  const check = createExchangeCheck(contract)
  return async (observed) => {
    const { method, path: pathname, query, requestHeaders, status } = observed
    const [requestContent, responseText] = [await readRequest(observed), readResponse(observed)]
    const judged = { operationId: null, faults: [], requestContent, responseText }
    // CORS preflight requests, which the contract leaves to HTTP
    if (method === 'OPTIONS' || method === 'HEAD') return judged
    const responseHeaders = Object.fromEntries(
      Object.entries(observed.responseHeaders).filter(([name]) => !infrastructure.test(name)),
    )
    const exchange = { method, pathname, query, requestHeaders, status, responseHeaders }
    const { operation, violations } = check({
      ...exchange,
      requestBody: requestContent,
      responseBody: responseText,
    })
    if (operation === null) return { ...judged, faults: violations }
    const accepted = status < 400 ? acceptedFaults(operation, { ...observed, requestContent }) : []
    const faults = [...violations, ...accepted, ...replyFaults(operation, observed)]
    return { ...judged, operationId: operation.id, faults }
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
