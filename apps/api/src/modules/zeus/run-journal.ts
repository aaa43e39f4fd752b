import type { AssistantEvent } from '@auspex/sdk/types'
import type { DraftEvent } from './zeus.types.ts'

/** The longest delta that the contract allows. */
const longestDelta = 20_000

export interface RunJournal {
  /** Takes an event. It resolves at once, or, when many wait, once they are stored. */
  add(event: DraftEvent): Promise<void>
  /** Resolves when everything that was added is stored and published. Rejects when it could not be. */
  settle(): Promise<void>
  /** Numbers the last events. They are stored by the caller, together with the end of the run, and published then. */
  close(events: readonly DraftEvent[]): AssistantEvent[]
}

/**
 * Numbers the events of a run and stores them before anybody reads them: whoever saw an event finds it again in every other process. Events that
 * arrive while others are being stored are stored together, and deltas that follow one another become one.
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
  let waiting: DraftEvent[] = []
  let storing: Promise<void> | null = null

  const number = (events: readonly DraftEvent[]): AssistantEvent[] =>
    events.map((event) => {
      const { type, ...rest } = event
      sequence += 1
      return { type, runId, sequence, ...rest } as AssistantEvent // a draft and its place are an event
    })

  async function storeWaiting(): Promise<void> {
    // what the analyst gives in one go is stored in one go
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const events = number(joinDeltas(waiting))
      waiting = []
      await store(events)
      publish(events)
    }
  }

  return {
    async add(event) {
      waiting.push(event)
      storing ??= storeWaiting().finally(() => (storing = null))
      if (waiting.length > 64) await storing
      // heard here too, so that a failure between two events ends the run and not the process
      else storing.catch(() => {})
    },
    async settle() {
      if (storing !== null) await storing
      else if (waiting.length > 0) await storeWaiting()
    },
    close: number,
  }
}

function joinDeltas(events: readonly DraftEvent[]): DraftEvent[] {
  const joined: DraftEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (
      event.type === 'text-delta' &&
      last?.type === 'text-delta' &&
      last.delta.length + event.delta.length <= longestDelta
    )
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta }
    else joined.push(event)
  }
  return joined
}
