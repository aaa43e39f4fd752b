/** Sends a request by XMLHttpRequest, the only way in which browsers report how much of a body has been sent. */
const sendByXhr = (request: Request, body: Blob, report: (loadedBytes: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const { signal } = request
    const abort = (): void => xhr.abort()
    xhr.open(request.method, request.url)
    xhr.responseType = 'blob'
    xhr.withCredentials = request.credentials === 'include'
    request.headers.forEach((value, name) => xhr.setRequestHeader(name, value))
    xhr.upload.addEventListener('progress', ({ loaded }) => report(loaded))
    xhr.addEventListener('load', () => {
      const { status, statusText, response, responseURL } = xhr
      // It follows redirects by itself and hides their status, so one that must not be followed is reported as a response without a body.
      if (request.redirect === 'manual' && responseURL !== request.url)
        return resolve(new Response(null, { status: 303 }))
      const hasBody = status !== 204 && status !== 205 && status !== 304
      // The type of `response` follows responseType.
      return resolve(
        new Response(hasBody ? (response as Blob) : null, { status, statusText, headers: readHeaders(xhr) }),
      )
    })
    // The message with which fetch reports a network failure.
    xhr.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    xhr.addEventListener('abort', () => reject(signal.reason))
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    xhr.send(body)
    if (signal.aborted) abort()
  })

const readHeaders = (xhr: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

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

/** Bytes of a file, in any form that a runtime has them. */
export type FileSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView<ArrayBuffer>
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | AsyncIterable<Uint8Array<ArrayBuffer>>
  | Response

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  jsonl: 'application/x-ndjson',
  png: 'image/png',
  webp: 'image/webp',
}

/**
 * A file to upload, from bytes, a Buffer, a stream of Node.js or of the web, or a response. A stream is read to its end first, because a form is sent
 * with its length. The type is that of the name's ending unless it is given.
 */
export const toFile = async (source: FileSource, name: string, { type }: { type?: string } = {}): Promise<File> => {
  const parts = await readParts(source)
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return new File(parts, name, { type: type ?? (typeOf(source) || mediaTypes[ending]) ?? '' })
}

const typeOf = (source: FileSource): string | undefined => {
  if (source instanceof Blob) return source.type
  return source instanceof Response ? (source.headers.get('content-type') ?? undefined) : undefined
}

const readParts = async (source: FileSource): Promise<BlobPart[]> => {
  if (source instanceof Response) return [await source.blob()]
  if (source instanceof Blob || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return [source]
  if (source instanceof ReadableStream) return [await new Response(source).blob()]
  const parts: BlobPart[] = []
  for await (const part of source) parts.push(part)
  return parts
}
