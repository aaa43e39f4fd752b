export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'
export const multipartType = 'multipart/form-data'
export const problemType = 'application/problem+json'
export const eventStreamType = 'text/event-stream'

/** The media type of a Content-Type header, without its parameters and in lower case; empty when there is none. */
export function mediaTypeOf(header: string | null | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** One step of a JSON pointer, as a URI fragment. */
export function segment(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
