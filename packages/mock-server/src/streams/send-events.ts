import type { StreamEvent } from './make-events.ts'
import type { Run } from './runs.ts'

export interface SendOptions {
  /** The first event that is sent. */
  from: number
  /** Milliseconds before each event. */
  delayMs: number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

/** Writes events as `text/event-stream` (WHATWG HTML, 9.2), one a piece, and stops when the caller hangs up. A run that is stopped meanwhile has other events from there on. */
export async function* sendEvents(
  run: { readonly events: readonly StreamEvent[] },
  { from, delayMs, wait, signal }: SendOptions,
): AsyncGenerator<string, void> {
  for (let at = from; at < run.events.length; at += 1) {
    if (delayMs > 0) {
      try {
        await wait(delayMs, signal)
      } catch {
        return // nobody listens any more
      }
    }
    const next = run.events[at]
    if (signal.aborted || next === undefined) return
    const { id, event, data } = next
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

/** Sends the events of a run as they are written: until the last one it is under way, unless it takes no time. */
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

/** The place behind the event that arrived last; null when that one is of no run that is remembered. */
export function placeAfter(events: readonly StreamEvent[], lastEventId: string | undefined): number | null {
  if (lastEventId === undefined) return 0
  const at = events.findIndex(({ id }) => id === lastEventId)
  return at === -1 ? null : at + 1
}
