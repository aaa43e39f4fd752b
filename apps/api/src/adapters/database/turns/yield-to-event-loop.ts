import { setImmediate } from 'node:timers/promises'

/**
 * Lets the event loop go on: requests are accepted, answers of the database read, and its next statements sent, before the
 * caller continues. For work that keeps the processor busy in this thread for more than some ten milliseconds; an await of a
 * statement yields by itself. `Promise.resolve()` would not do: microtasks run before any input.
 */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate()
}
