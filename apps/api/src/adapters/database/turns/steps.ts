import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** CPU-bound work that can pause where it yields, and returns a result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** What such work returns. */
export type StepsResult<Work> = Work extends Generator<undefined, infer Result, undefined> ? Result : never

/** Runs all steps without pausing: for a process that serves nothing else. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Runs one step per turn of the event loop, so that other work runs in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await yieldToEventLoop()
  }
}
