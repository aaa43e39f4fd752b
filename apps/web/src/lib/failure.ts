import { ApiError, AuspexError, NetworkError, TimeoutError } from '@auspex/sdk'
import { accessRefusalOf } from './access-refusal.ts'

/** What a screen says of a failure. The words come from the contract (x-product-message) or the server, never from the screen. */
export interface FailureText {
  readonly message: string
  readonly detail: string | undefined
  readonly requestId: string | null
}

export const describeFailure = (error: unknown): FailureText => {
  if (error instanceof ApiError) {
    // what was taken away and who can give it back is more than "Error while …"
    if (accessRefusalOf(error) !== null && error.problem)
      return { message: error.problem.title, detail: error.problem.detail, requestId: null }
    const message = error.productMessage ?? error.problem?.title ?? error.message
    const why = error.productMessage && error.problem ? `${error.problem.title}. ` : ''
    const detail = `${why}${error.problem?.detail ?? ''}`.trim()
    return { message, detail: detail === '' ? undefined : detail, requestId: error.requestId }
  }
  // Their own messages are for developers: they name addresses.
  if (error instanceof NetworkError || error instanceof TimeoutError) {
    const what =
      error instanceof TimeoutError
        ? 'The server did not answer in time'
        : error.status === null
          ? 'The server could not be reached'
          : 'The answer broke off'
    return {
      message: error.productMessage ?? what,
      detail: `${what}. Check the connection and try again.`,
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
