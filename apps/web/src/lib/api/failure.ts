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
  if (error instanceof ApiError) {
    // what access was removed and who can restore it is more useful than "Error while …"
    if (accessRefusalOf(error) !== null && error.problem)
      return { message: error.problem.title, detail: error.problem.detail, requestId: null }
    // nothing failed: the query can be corrected, and the message states where
    if (isQueryRefusal(error) && error.problem)
      return { message: error.problem.title, detail: error.problem.detail, requestId: null }
    const message = error.productMessage ?? error.problem?.title ?? error.message
    const why = error.productMessage && error.problem ? `${error.problem.title.replace(/\.$/, '')}. ` : ''
    const detail = `${why}${error.problem?.detail ?? ''}`.trim()
    return { message, detail: detail === '' ? undefined : detail, requestId: error.requestId }
  }
  // Their own messages contain addresses and are meant for developers.
  if (error instanceof NetworkError || error instanceof TimeoutError) {
    const reason =
      error instanceof TimeoutError
        ? 'The server did not answer in time'
        : error.status === null
          ? 'The server could not be reached'
          : 'The response was cut off'
    return {
      message: error.productMessage ?? reason,
      detail: `${reason}. Check your connection and try again.`,
      requestId: null,
    }
  }
  if (error instanceof AuspexError)
    return { message: error.productMessage ?? error.message, detail: undefined, requestId: null }
  return {
    message: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : undefined,
    requestId: null,
  }
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
