import type { Approval, AssistantEvent, Citation } from '@auspex/sdk'

export const measure: Citation = {
  kind: 'measure',
  number: 1,
  claimStart: 0,
  claimEnd: 10,
  signalId: 'sig_k2m4p6q8',
  section: 'tone',
  pointer: '/counts/neutral',
  value: 140,
}

export const approval: Approval = {
  id: 'apr_s1v2r3',
  toolCallId: 'call_s4v5r6',
  operationId: 'saveZeusReport',
  title: 'Save the report “Oat milk”.',
  arguments: '{}',
  changes: ['A report “Oat milk” would be made.'],
  signature: 'q3yF0b7nXw2mT5cK8sJ1vZ4hL6pD9gR_aE-uNiBoQxM',
  state: 'pending',
  requestedAt: '2026-11-21T08:00:01Z',
  expiresAt: '2026-11-22T08:00:01Z',
  decidedAt: null,
  result: null,
  problem: null,
}

type EventBody = AssistantEvent extends infer E
  ? E extends AssistantEvent
    ? Omit<E, 'runId' | 'sequence'>
    : never
  : never

/** Events in the format of a stream. */
export const toStream = (events: readonly EventBody[], runId = 'run_new'): string =>
  events
    .map(
      (event, index) =>
        `id: ${runId}.${index + 1}\nevent: ${event.type}\ndata: ${JSON.stringify({ ...event, runId, sequence: index + 1 })}\n\n`,
    )
    .join('')

export const start: EventBody = {
  type: 'run-start',
  threadId: 'th_new',
  questionId: 'msg_question',
  messageId: 'msg_answer',
  replaces: null,
  model: null,
  startedAt: '2026-11-21T08:00:00Z',
}

export const end: EventBody = {
  type: 'run-end',
  outcome: 'completed',
  notice: null,
  textLength: 10,
  citations: 1,
  endedAt: '2026-11-21T08:00:01Z',
}

/** A complete run, with this text and these events before the end. */
export const createRun = ({ text, more = [] }: { text: string; more?: readonly EventBody[] }): string =>
  toStream([start, { type: 'text-delta', delta: text }, { type: 'citation-added', citation: measure }, ...more, end])
