import { APICallError, RetryError } from 'ai'
import { AnalystError } from '../analyst.port.ts'

/** What went wrong with a model, in words of our own: a provider's message may hold the key. */
export function toAnalystError(error: unknown): AnalystError {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  // an answer that began well and broke off
  if (!APICallError.isInstance(cause) || cause.statusCode === 200) {
    return new AnalystError('model_interrupted', 'The language model stopped in the middle of its answer.')
  }
  const { statusCode, responseHeaders } = cause
  if (statusCode === 401 || statusCode === 403)
    return new AnalystError('model_unauthorized', 'The language model refused the key that this server has for it.')
  if (statusCode === 429) {
    const seconds = Number(responseHeaders?.['retry-after'])
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(3_600_000, seconds * 1000) : null
    return new AnalystError('model_busy', 'The language model takes no more questions for the moment.', retryAfterMs)
  }
  return new AnalystError('model_unavailable', 'The language model did not answer.')
}
