import type { StreamEvent } from './make-events.ts'
import type { Run } from './runs.ts'

export interface SendOptions {
  /** Index of the first event to send. */
  from: number
  /** Milliseconds before each event. */
  delayMs: number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** Serializes events as `text/event-stream` (WHATWG HTML, 9.2), one per chunk, and stops when the caller disconnects. The later events change when the run is stopped. */
export async function* sendEvents(
  run: { readonly events: readonly StreamEvent[] },
  { from, delayMs, wait, signal }: SendOptions,
): AsyncGenerator<string, void> {
  for (let at = from; at < run.events.length; at += 1) {
    if (delayMs > 0) {
      try {
        await wait(delayMs, signal)
      } catch {
        return // the reader has disconnected
      }
    }
    const next = run.events[at]
    if (signal.aborted || next === undefined) return
    const { id, event, data } = next
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

/** Sends the events of a run in real time: it is in progress until the last one, unless it has no delay. */
export async function* writeRun(run: Run, options: Omit<SendOptions, 'from'>): AsyncGenerator<string, void> {
  run.isWriting = options.delayMs > 0
  try {
    for await (const piece of sendEvents(run, { ...options, from: 0 })) {
      run.sent += 1
      yield piece
    }
  } finally {
    run.isWriting = false
  }
}

/** The index after the last received event; null when that event belongs to no known run. */
export function placeAfter(events: readonly StreamEvent[], lastEventId: string | undefined): number | null {
  if (lastEventId === undefined) return 0
  const at = events.findIndex(({ id }) => id === lastEventId)
  return at === -1 ? null : at + 1
}
