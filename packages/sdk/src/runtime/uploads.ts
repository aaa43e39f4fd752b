import { sendByXhr } from './uploads-xhr.ts'

/** How much of a body has been sent. */
export interface UploadProgress {
  /** Bytes passed to the connection so far; never decreases within one attempt */
  readonly loadedBytes: number
  /** Bytes of the whole body, including the form around the file */
  readonly totalBytes: number
}

/**
 * Creates a `fetch` that reports the progress of an upload, from 0 to the total, and again for each attempt: pass it as the `fetch` of a call that
 * sends a file. Browsers report progress only through XMLHttpRequest, so there it bypasses `fetch`, which cannot stream a request body over HTTP/1.1.
 * Elsewhere the body is counted as it is read.
 */
export const fetchWithProgress =
  (
    onProgress: (progress: UploadProgress) => void,
    fetch: typeof globalThis.fetch = globalThis.fetch,
  ): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const body = await request.blob()
    const report = (loadedBytes: number): void => onProgress({ loadedBytes, totalBytes: body.size })
    report(0)
    if (typeof XMLHttpRequest !== 'undefined') return sendByXhr(request, body, report)
    const headers = new Headers(request.headers)
    // A stream has no length, and servers use this header to reject bodies that are too large.
    headers.set('content-length', String(body.size))
    const counted: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers,
      signal: request.signal,
      redirect: request.redirect,
      body: count(body, request.signal, report),
      duplex: 'half',
    }
    return fetch(request.url, counted)
  }

const chunkBytes = 65_536

/** The body in chunks, each counted when the next one is requested. */
const count = (body: Blob, signal: AbortSignal, report: (loadedBytes: number) => void): ReadableStream<Uint8Array> => {
  let read = 0
  return new ReadableStream(
    {
      pull: async (controller) => {
        // Node reads a body to its end even after the request was aborted.
        if (signal.aborted) return controller.error(signal.reason)
        if (read > 0) report(read)
        if (read >= body.size) return controller.close()
        const chunk = new Uint8Array(await body.slice(read, read + chunkBytes).arrayBuffer())
        read += chunk.length
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
}
