const waiting: (() => void)[] = []

/**
 * Yields to the event loop: requests are accepted, database results are read and the next statements sent, before the caller continues. For work that
 * keeps this thread busy for more than about ten milliseconds; awaiting a statement yields by itself. `Promise.resolve()` would not do: microtasks
 * run before any input.
 *
 * Each turn of the loop resumes only one of the waiting callers. With an immediate each, all of them resumed in the same turn: twenty searches with
 * steps of 20 ms blocked everything else for 400 ms.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(continueOne)
  })
}

function continueOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueOne)
}
