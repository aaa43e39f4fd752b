import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type FormParts, mediaTypeOf, multipartType } from '@auspex/contract'
import { parseMultipart } from '../http/parse-multipart.ts'

/** An exchange between a caller and the real server, as it passed the proxy. */
export interface ObservedExchange {
  method: string
  /** Without the server's prefix. */
  path: string
  query: string
  requestHeaders: IncomingHttpHeaders
  requestBody: Uint8Array
  status: number
  responseHeaders: IncomingHttpHeaders
  /** As it was sent, perhaps compressed. */
  responseBody: Uint8Array
}

/** The request's body as the contract's check takes it: text, parts of a form, or null for none; undefined when it cannot be read. */
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

/** The reply's body as text; empty, which is no JSON, when its compression is broken; undefined for what is no text. */
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
