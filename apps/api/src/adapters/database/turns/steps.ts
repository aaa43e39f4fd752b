import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Work for the processor alone that may pause where it yields, and ends with a result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does all steps, one after the other: for a process that nobody else waits for. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Does one step in each turn of the event loop, so that others are answered between them. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await yieldToEventLoop()
  }
}
