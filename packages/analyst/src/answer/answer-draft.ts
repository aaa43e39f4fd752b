import type {
  AssistantEvent,
  Citation,
  Figure,
  FollowUp,
  RunTrace,
  ToolTrace,
  Understanding,
  ZeusReading,
} from '@auspex/sdk/types'
import type {
  AnalystEvent,
  FollowUp as AnalystFollowUp,
  Understanding as AnalystUnderstanding,
} from '../analyst.port.ts'

/** An event before it is numbered within a run. */
export type DraftEvent = AssistantEvent extends infer E
  ? E extends AssistantEvent
    ? Omit<E, 'runId' | 'sequence'>
    : never
  : never

/** What is stored of an answer in addition to its text. */
export interface AnswerDetails {
  citations: Citation[]
  understanding: Understanding | null
  /** The analyst's understanding in its own format, so that the next question can build on it. */
  understood: AnalystUnderstanding | null
  /** How the person wanted the question to be read; missing where they left it to the analyst. */
  chosenReading?: ZeusReading
  figures: Figure[]
  followUps: FollowUp[]
  trace: RunTrace
}

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

/** Analyst events that map to stream events with little or no change. */
type PlainEvent = Exclude<AnalystEvent, { type: 'proposal' | 'frontend-action' | 'limit' | 'usage' }>

/** Translates an analyst event to the contract. */
export function translateEvent(event: PlainEvent, understood: AnalystUnderstanding | null): DraftEvent {
  switch (event.type) {
    case 'understanding':
      return { type: 'understanding-added', understanding: toUnderstanding(event.understanding) }
    case 'follow-ups':
      return { type: 'follow-ups-added', followUps: event.followUps.map((each) => toFollowUp(each, understood)) }
    case 'tool-call': {
      const { type, toolCallId, operationId, arguments: text } = event
      return { type, toolCallId, operationId, arguments: text }
    }
    case 'plan':
      return { type: 'plan-changed', plan: [...event.plan] }
    case 'tool-result':
      return { ...event, documentIds: [...event.documentIds] }
    case 'text-delta':
    case 'citation-added':
    case 'figure-added':
      break
  }
  return event
}

function toUnderstanding({
  sentence,
  topics,
  from,
  to,
  country,
  looksAt,
  unread,
  reading = null,
}: AnalystUnderstanding): Understanding {
  return {
    sentence,
    signalIds: topics.flatMap(({ signalId }) => signalId ?? []),
    from,
    to,
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    looksAt: [...looksAt],
    notUnderstood: unread.slice(0, 100),
    reading,
  }
}

/** A follow-up is self-contained; its signals are those of the answer it continues. */
function toFollowUp({ label, message }: AnalystFollowUp, understood: AnalystUnderstanding | null): FollowUp {
  const signalIds = understood?.topics.flatMap(({ signalId }) => signalId ?? []).slice(0, 5) ?? []
  return { label, message, signalIds }
}
