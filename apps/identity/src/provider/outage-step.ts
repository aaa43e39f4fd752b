import { answerRefusal } from '../pages/answer-refusal.ts'
import type { Context } from './context.ts'

/** PostgreSQL's codes (appendix A of its manual) of a connection that is gone or a server that takes nothing, and those of the network. */
const awayCodes =
  /^(08...|57P0[1-5]|53...|25006|database\..+|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/
const brokenConnection = /^(Connection terminated|timeout exceeded when trying to connect)/

/** Whether a failure is one of the database, which passes, and not a defect. */
function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return ('code' in error && awayCodes.test(String(error.code))) || brokenConnection.test(error.message)
}

export interface OutageStep {
  /** To be told of every failure that the library answers by itself. */
  noteFailure(ctx: Context, error: unknown): void
  step(ctx: Context, next: () => Promise<void>): Promise<void>
}

/** Answers 503 while the database is away or full: the library, which does not know it, answers 500. */
export function createOutageStep({
  homeUrl,
  onError,
}: {
  homeUrl: string | undefined
  onError: (error: unknown) => void
}): OutageStep {
  const failures = new WeakMap<object, unknown>()
  return {
    noteFailure(ctx, error) {
      failures.set(ctx.req, error)
      onError(error)
    },
    async step(ctx, next) {
      let failure: unknown
      try {
        await next()
        failure = failures.get(ctx.req)
      } catch (error) {
        if (!isOutage(error)) throw error
        onError(error)
        failure = error
      }
      if (!isOutage(failure)) return
      const seconds = 'retryAfterSeconds' in failure ? Number(failure.retryAfterSeconds) : 5
      ctx.set('retry-after', String(seconds))
      answerRefusal(ctx, {
        status: 503,
        error: 'temporarily_unavailable',
        title: 'Sign-in is not possible at the moment',
        detail: `The database cannot be used. Try again in ${seconds} seconds; if it lasts, tell whoever runs this installation.`,
        returnTo: homeUrl,
      })
    },
  }
}
