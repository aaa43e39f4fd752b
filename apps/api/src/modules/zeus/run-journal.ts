import type { AssistantEvent } from '@auspex/sdk/types'
import type { DraftEvent } from '@auspex/analyst'

/** The contract's maximum length of a delta. */
const maxDeltaLength = 20_000

export interface RunJournal {
  /** Adds an event. Resolves at once, or, when many are queued, once they are stored. */
  add(event: DraftEvent): Promise<void>
  /** Resolves when every added event is stored and published; rejects if that failed. */
  settle(): Promise<void>
  /** Numbers the last events. The caller stores them together with the end of the run and then publishes them. */
  close(events: readonly DraftEvent[]): AssistantEvent[]
}

/**
 * Numbers the events of a run and stores them before anyone can read them: a reader who saw an event finds it in every other process. Events that
 * arrive while others are being stored are stored together, and consecutive deltas are merged.
 */
export function createJournal({
  runId,
  store,
  publish,
}: {
  runId: string
  store: (events: readonly AssistantEvent[]) => Promise<void>
  publish: (events: readonly AssistantEvent[]) => void
}): RunJournal {
  let sequence = 0
  let pendingEvents: DraftEvent[] = []
  let storing: Promise<void> | null = null

  const number = (events: readonly DraftEvent[]): AssistantEvent[] =>
    events.map((event) => {
      const { type, ...rest } = event
      sequence += 1
      return { type, runId, sequence, ...rest } as AssistantEvent // a draft plus its position is an event
    })

  async function storeWaiting(): Promise<void> {
    // what the analyst emits in one tick is stored in one statement
    await new Promise((resolve) => setImmediate(resolve))
    while (pendingEvents.length > 0) {
      const events = number(joinDeltas(pendingEvents))
      pendingEvents = []
      await store(events)
      publish(events)
    }
  }

  return {
    async add(event) {
      pendingEvents.push(event)
      storing ??= storeWaiting().finally(() => (storing = null))
      if (pendingEvents.length > 64) await storing
      // handled here too, so that a failure between two events ends the run and not the process
      else storing.catch(() => {})
    },
    async settle() {
      if (storing !== null) await storing
      else if (pendingEvents.length > 0) await storeWaiting()
    },
    close: number,
  }
}

function joinDeltas(events: readonly DraftEvent[]): DraftEvent[] {
  const mergedEvents: DraftEvent[] = []
  for (const event of events) {
    const last = mergedEvents.at(-1)
    if (
      event.type === 'text-delta' &&
      last?.type === 'text-delta' &&
      last.delta.length + event.delta.length <= maxDeltaLength
    )
      mergedEvents[mergedEvents.length - 1] = { ...last, delta: last.delta + event.delta }
    else mergedEvents.push(event)
  }
  return mergedEvents
}
