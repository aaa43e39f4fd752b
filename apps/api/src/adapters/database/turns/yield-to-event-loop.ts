const waiting: (() => void)[] = []

/**
 * Lets the event loop go on: requests are accepted, answers of the database read, and its next statements sent, before the
 * caller continues. For work that keeps the processor busy in this thread for more than some ten milliseconds; an await of a
 * statement yields by itself. `Promise.resolve()` would not do: microtasks run before any input.
 *
 * Of all who wait one goes on in each turn of the loop. With an immediate each, all of them went on in the same turn: twenty searches of
 * 20 ms a step held up everybody else for 400 ms.
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
