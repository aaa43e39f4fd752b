import type { StreamEvent } from './make-events.ts'

export interface SendOptions {
  /** Milliseconds before each event. */
  delayMs: number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

/** Writes events as `text/event-stream` (WHATWG HTML, 9.2), one a piece, and stops when the caller hangs up. */
export async function* sendEvents(
  events: readonly StreamEvent[],
  { delayMs, wait, signal }: SendOptions,
): AsyncGenerator<string, void> {
  for (const { id, event, data } of events) {
    if (delayMs > 0) {
      try {
        await wait(delayMs, signal)
      } catch {
        return // nobody listens any more
      }
    }
    if (signal.aborted) return
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

/** The events behind the one that arrived last; null when that one is of no run that is remembered. */
export function eventsAfter(
  events: readonly StreamEvent[],
  lastEventId: string | undefined,
): readonly StreamEvent[] | null {
  if (lastEventId === undefined) return events
  const at = events.findIndex(({ id }) => id === lastEventId)
  return at === -1 ? null : events.slice(at + 1)
}
