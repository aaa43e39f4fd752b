import type { Understanding as AnalystUnderstanding } from '@auspex/analyst'
import type { ToolTrace } from '@auspex/sdk/types'
import type { AnswerDetails, DraftEvent } from './zeus.types.ts'

/** An answer as assembled from its events so far. */
export interface AnswerDraft {
  content: string
  details: AnswerDetails
}

/** The initial, empty draft. */
export function emptyDraft(model: string | null): AnswerDraft {
  return {
    content: '',
    details: {
      citations: [],
      understanding: null,
      understood: null,
      figures: [],
      followUps: [],
      trace: { model, inputTokens: null, outputTokens: null, costUsd: null, durationMs: 0, plan: [], tools: [] },
    },
  }
}

/** Adds an event to the draft. The same events always give the same answer, for the run itself and for the process that settles a broken run. */
export function addToDraft(draft: AnswerDraft, event: DraftEvent): void {
  const { details } = draft
  switch (event.type) {
    case 'text-delta':
      draft.content += event.delta
      break
    case 'citation-added':
      details.citations.push(event.citation)
      break
    case 'understanding-added':
      details.understanding = event.understanding
      break
    case 'figure-added':
      details.figures.push(event.figure)
      break
    case 'follow-ups-added':
      details.followUps = event.followUps
      break
    case 'plan-changed':
      details.trace.plan = event.plan
      break
    case 'tool-call':
      details.trace.tools.push(beganTool(event))
      break
    case 'tool-result': {
      const { toolCallId, status, summary, documentIds, durationMs, problem } = event
      const tool = details.trace.tools.find((each) => each.toolCallId === toolCallId)
      if (tool !== undefined) Object.assign(tool, { status, summary, documentIds, durationMs, problem })
      break
    }
    case 'usage': {
      const { model, inputTokens, outputTokens, costUsd, durationMs } = event
      Object.assign(details.trace, { model, inputTokens, outputTokens, costUsd, durationMs })
      break
    }
    case 'run-start':
    case 'frontend-action':
    case 'approval-requested':
    case 'run-error':
    case 'run-end':
      break
    default:
      event satisfies never
  }
}

/** Stores what the analyst understood, in its own format: no event contains it. */
export function storeUnderstanding(draft: AnswerDraft, understood: AnalystUnderstanding): void {
  draft.details.understood = understood
}

/** A call counts as stopped until its result arrives. */
function beganTool({
  toolCallId,
  operationId,
  arguments: text,
}: Extract<DraftEvent, { type: 'tool-call' }>): ToolTrace {
  return {
    toolCallId,
    operationId,
    arguments: text,
    status: 'stopped',
    summary: '',
    documentIds: [],
    durationMs: 0,
    problem: null,
  }
}
