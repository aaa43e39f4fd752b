/** Work that can pause wherever it yields, for callers that must answer others in between. A step takes about ten milliseconds. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Takes all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
