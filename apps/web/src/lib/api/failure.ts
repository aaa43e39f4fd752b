import { ApiError, AuspexError, NetworkError, TimeoutError } from '@auspex/sdk'

/** Why a person is denied access by an administrator: a module is off for them, or their whole account is disabled. */
type AccessRefusal = 'module.off' | 'identity.disabled'

/** The kind of refusal behind an error; null for every other failure. The server's message states who can change it. */
export const accessRefusalOf = (error: unknown): AccessRefusal | null =>
  error instanceof ApiError && (error.code === 'module.off' || error.code === 'identity.disabled') ? error.code : null

/** How a screen describes a failure. The text comes from the contract (x-product-message) or the server, never from the screen. */
export interface FailureText {
  readonly message: string
  readonly detail: string | undefined
  readonly requestId: string | null
}

/** Whether a search was refused because of its syntax or because its terms contradict each other. */
export const isQueryRefusal = (error: unknown): boolean =>
  error instanceof ApiError && /^signals\.query_(?:unreadable|invalid)$/.test(error.problem?.code ?? '')

export const describeFailure = (error: unknown): FailureText => {
  if (error instanceof ApiError) return describeRefusal(error)
  if (error instanceof NetworkError || error instanceof TimeoutError) return describeOutage(error)
  if (error instanceof AuspexError)
    return { message: error.productMessage ?? error.message, detail: undefined, requestId: null }
  return {
    message: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : undefined,
    requestId: null,
  }
}

/** What the server answered. */
const describeRefusal = (error: ApiError): FailureText => {
  const { problem, productMessage, requestId } = error
  // What access was removed and who can restore it, or where a query can be corrected, is more useful than "Error while …".
  if (problem && (accessRefusalOf(error) !== null || isQueryRefusal(error)))
    return { message: problem.title, detail: problem.detail, requestId: null }
  const message = productMessage ?? problem?.title ?? error.message
  const why = productMessage && problem ? `${problem.title.replace(/\.$/, '')}. ` : ''
  const detail = `${why}${problem?.detail ?? ''}`.trim()
  return { message, detail: detail === '' ? undefined : detail, requestId }
}

/** No answer, or half of one. The messages of these errors contain addresses and are meant for developers. */
const describeOutage = (error: NetworkError | TimeoutError): FailureText => {
  const reason = outageReason(error)
  return {
    message: error.productMessage ?? reason,
    detail: `${reason}. Check your connection and try again.`,
    requestId: null,
  }
}

const outageReason = (error: NetworkError | TimeoutError): string => {
  if (error instanceof TimeoutError) return 'The server did not answer in time'
  return error.status === null ? 'The server could not be reached' : 'The response was cut off'
}

/** A failure in whole sentences, where there is no room for a heading. `summary` says what failed where the message does not say it. */
export const failureSentences = (error: unknown, summary?: string): string => {
  const { message, detail } = describeFailure(error)
  return [summary ?? `${message}.`, detail].filter(Boolean).join(' ')
}

/** The server’s message for one field of a form, or for an entry of its list; undefined if it has none. */
export const fieldFailure = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.problem?.errors?.find(
        ({ in: part, pointer }) => part === 'body' && (pointer === `/${field}` || pointer.startsWith(`/${field}/`)),
      )?.message
    : undefined

/** Whether a field of the form shows the message, so that the form need not repeat it. */
export const isFieldFailure = (error: unknown, fields: readonly string[]): boolean =>
  fields.some((field) => fieldFailure(error, field) !== undefined)
