import { absent, type Call } from '../plan.types.ts'

/** Values for parameters that many operations share; the requests of the plans have at most two items a page. */
export const pages = { 'query.page': [2], 'query.perPage': [1, 3] }
export const cursor = { 'query.cursor': [(answer: { page: { nextCursor: string | null } }) => answer.page.nextCursor] }
export const bodyPages = { 'body.page': [2], 'body.perPage': [1, 3] }
export const bodyCursor = {
  'body.cursor': [(answer: { page: { nextCursor: string | null } }) => answer.page.nextCursor],
}

/** Two different pictures of one pixel. */
export const pixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

export { absent }

/** Creates what a list needs only once, so that the list stays the same between requests. */
export function onlyOnce() {
  const callsByName = new Map<string, Promise<Call>>()
  return (name: string, make: () => Promise<Call>) => async (): Promise<Call> => {
    const call = callsByName.get(name) ?? make()
    callsByName.set(name, call)
    return call
  }
}
