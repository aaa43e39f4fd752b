/** Sends a request by XMLHttpRequest, the only way in which browsers report how much of a body has been sent. */
export const sendByXhr = (request: Request, body: Blob, report: (loadedBytes: number) => void): Promise<Response> =>
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
