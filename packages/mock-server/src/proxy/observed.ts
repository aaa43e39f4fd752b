import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'

/** An exchange between a caller and the real server, as it passed the proxy. */
export interface Observed {
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

/** Undoes the compression of a reply. Throws when the bytes are not what the header says. */
export function plainBody({ responseBody, responseHeaders }: Observed): Uint8Array {
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
