import type { StreamEvent } from './make-events.ts'

interface Person {
  organizationId: string
  userId: string
}

/** Where the answer that a run writes is kept. */
export interface RunAnswer {
  collection: string
  threadId: string
  messageId: string
}

/** A stream that was sent, so that it can be gone on with, and stopped. */
export interface Run {
  id: string
  caller: Person
  answer: RunAnswer
  events: readonly StreamEvent[]
  /** How many of the events whoever began it has got. */
  sent: number
  /** Whether it takes its time and still goes on. */
  isWriting: boolean
}

export interface Runs {
  add(run: Run): void
  /** Null for one that nobody remembers, or that is somebody else's. */
  find(id: string, caller: Person): Run | null
  /** Whether a run still writes to a conversation. */
  isWritingTo(threadId: string): boolean
  /** A number that no run before had. */
  next(): number
  clear(): void
}

const mostRuns = 1000

/** The last runs of a mock; the oldest is forgotten first. */
export function createRuns(): Runs {
  const runs = new Map<string, Run>()
  let begun = 0
  return {
    add(run) {
      runs.set(run.id, run)
      const [oldest] = runs.keys()
      if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest)
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

/** Ends a run where it is, for all who read it; one that has ended stays as it was. Answers how it ended. */
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

/** What the events of a run have written. */
export function textOf(events: readonly StreamEvent[]): string {
  return events.map(({ data }) => (typeof data['delta'] === 'string' ? data['delta'] : '')).join('')
}

function isCitation({ type }: StreamEvent['data']): boolean {
  return type === 'citation-added'
}
