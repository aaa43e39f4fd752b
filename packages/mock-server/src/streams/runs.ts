import type { StreamEvent } from './make-events.ts'

interface Person {
  organizationId: string
  userId: string
}

/** The conversation that stores the answer of a run. */
export interface RunAnswer {
  collection: string
  threadId: string
  messageId: string
}

/** A stream that was sent, kept so that it can be resumed and stopped. */
export interface Run {
  id: string
  caller: Person
  answer: RunAnswer
  events: readonly StreamEvent[]
  /** The number of events sent to the first reader. */
  sent: number
  /** Whether it takes time and has not ended. */
  isWriting: boolean
}

export interface Runs {
  add(run: Run): void
  /** Null for an unknown run, or one of another user. */
  find(id: string, caller: Person): Run | null
  /** Whether a run still writes to a conversation. */
  isWritingTo(threadId: string): boolean
  /** An unused number of a run. */
  next(): number
  clear(): void
}

const maxRuns = 1000

/** The latest runs of a mock; the oldest is dropped first. */
export function createRuns(): Runs {
  const runs = new Map<string, Run>()
  let begun = 0
  return {
    add(run) {
      runs.set(run.id, run)
      const [oldest] = runs.keys()
      if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
    },
    find(id, { organizationId, userId }) {
      const run = runs.get(id)
      const isOwn = run?.caller.organizationId === organizationId && run.caller.userId === userId
      return run !== undefined && isOwn ? run : null
    },
    isWritingTo: (threadId) => [...runs.values()].some((run) => run.isWriting && run.answer.threadId === threadId),
    next() {
      begun += 1
      return begun
    },
    clear() {
      runs.clear()
      begun = 0
    },
  }
}

/** Stops a run for all its readers; one that has ended does not change. Returns its final state. */
export function stopRun(run: Run): string {
  const last = run.events.at(-1)
  if (run.isWriting && last !== undefined) {
    run.isWriting = false
    const sent = run.events.slice(0, run.sent)
    const sequence = sent.length + 1
    const counts = { textLength: textOf(sent).length, citations: sent.filter(({ data }) => isCitation(data)).length }
    const data = { ...last.data, sequence, outcome: 'cancelled', ...counts }
    run.events = [...sent, { ...last, id: `${run.id}.${sequence}`, data }]
  }
  const outcome = run.events.at(-1)?.data['outcome']
  return typeof outcome === 'string' ? outcome : 'completed'
}

/** The text in the events of a run. */
export function textOf(events: readonly StreamEvent[]): string {
  return events.map(({ data }) => (typeof data['delta'] === 'string' ? data['delta'] : '')).join('')
}

function isCitation({ type }: StreamEvent['data']): boolean {
  return type === 'citation-added'
}
