import type { StreamEvent } from './make-events.ts'
import type { Run } from './runs.ts'

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
