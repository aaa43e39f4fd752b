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

/** Shorter steps share a turn: each turn may wait for the steps of others. */
const turnMs = 5

/** Runs steps in turns of the event loop of a few milliseconds, or of one step where it takes longer, so that other work runs in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - began < turnMs) continue
    await yieldToEventLoop()
    began = performance.now()
  }
}
