import type {
  Approval,
  AssistantEvent,
  Citation,
  Figure,
  FollowUp,
  Problem,
  RunEndEvent,
  ToolCallEvent,
  ToolResultEvent,
  Understanding,
  UsageEvent,
} from '../../generated/model/index.ts'
import type { AuspexError } from '../errors.ts'

/** A tool that Zeus used for an answer. */
export interface AnswerStep extends Pick<ToolCallEvent, 'toolCallId' | 'operationId' | 'arguments'> {
  /** Null while it runs. */
  readonly result: Pick<ToolResultEvent, 'status' | 'summary' | 'documentIds' | 'durationMs' | 'problem'> | null
}

/** What Zeus asked the screen to do, and how that went. */
export interface AnswerAction {
  readonly actionId: string
  readonly name: string
  /** Its arguments; null when they cannot be read. */
  readonly input: unknown
  /** `shown` when the action draws something instead of doing it. */
  readonly state: 'running' | 'done' | 'shown' | 'failed'
  /** Why it failed; null when it did not. */
  readonly reason: string | null
}

/** How an answer stands: `sent` until the run has begun, `interrupted` when its end never arrived. */
export type AnswerState = 'sent' | 'running' | 'stopping' | 'interrupted' | RunEndEvent['outcome']

/** An answer while it is written, and after. */
export interface Answer {
  /** Of this page alone; the run has an id of its own once it has begun. */
  readonly key: string
  readonly state: AnswerState
  /** What the person said; null when an answer is written again, or when only its run is known. */
  readonly question: string | null
  /** Id under which the thread keeps the question; null before the run has begun. */
  readonly questionId: string | null
  /** The message that the question is an edited version of. */
  readonly editOf: string | null
  readonly threadId: string | null
  readonly runId: string | null
  /** Id under which the thread keeps it; null before the run has begun. */
  readonly messageId: string | null
  /** The answer that it takes the place of; null unless it is written again. */
  readonly replaces: string | null
  readonly text: string
  /** What Zeus took the question for; null before it has said so. */
  readonly understanding: Understanding | null
  readonly citations: readonly Citation[]
  /** Charts and tables, by their place in the text. */
  readonly figures: readonly Figure[]
  /** Changes that it proposes; nothing changes before the person says yes. */
  readonly approvals: readonly Approval[]
  readonly followUps: readonly FollowUp[]
  readonly steps: readonly AnswerStep[]
  readonly actions: readonly AnswerAction[]
  /** Null for the built-in analyst. */
  readonly model: string | null
  readonly startedAt: string | null
  readonly usage: UsageEvent | null
  /** Why the answer is not whole, in a sentence; null when it is. */
  readonly notice: string | null
  /** Why the run failed, as it said itself. */
  readonly problem: Problem | null
  readonly isRetryable: boolean
  readonly retryAfterMs: number | null
  /** Why there is no stream, or no more of it. */
  readonly error: AuspexError | null
}

/** What is known of an answer before its run begins. */
export type AnswerSubject = Pick<Answer, 'question' | 'threadId' | 'replaces' | 'editOf' | 'runId'>

export const createAnswer = (key: string, subject: AnswerSubject): Answer => ({
  key,
  state: 'sent',
  questionId: null,
  messageId: null,
  text: '',
  understanding: null,
  citations: [],
  figures: [],
  approvals: [],
  followUps: [],
  steps: [],
  actions: [],
  model: null,
  startedAt: null,
  usage: null,
  notice: null,
  problem: null,
  isRetryable: false,
  retryAfterMs: null,
  error: null,
  ...subject,
})

/** Whether more of it may come. */
export const isUnderWay = ({ state }: Pick<Answer, 'state'>): boolean =>
  state === 'sent' || state === 'running' || state === 'stopping'

/** The answer after one more event. What it does not know, which later servers may send, changes nothing. */
export const applyEvent = (answer: Answer, event: AssistantEvent): Answer => {
  switch (event.type) {
    case 'run-start':
      // Also what a stream that begins anew repeats: nothing of before is kept twice.
      return {
        ...createAnswer(answer.key, subjectOf(answer)),
        state: answer.state === 'stopping' ? 'stopping' : 'running',
        actions: answer.actions,
        runId: event.runId,
        threadId: event.threadId,
        questionId: event.questionId,
        messageId: event.messageId,
        replaces: event.replaces,
        model: event.model,
        startedAt: event.startedAt,
      }
    case 'text-delta':
      return { ...answer, text: answer.text + event.delta }
    case 'tool-call': {
      const { toolCallId, operationId, arguments: input } = event
      return { ...answer, steps: [...answer.steps, { toolCallId, operationId, arguments: input, result: null }] }
    }
    case 'tool-result': {
      const { status, summary, documentIds, durationMs, problem } = event
      const result = { status, summary, documentIds, durationMs, problem }
      return {
        ...answer,
        steps: answer.steps.map((step) => (step.toolCallId === event.toolCallId ? { ...step, result } : step)),
      }
    }
    case 'citation-added':
      return { ...answer, citations: [...answer.citations, event.citation] }
    case 'understanding-added':
      return { ...answer, understanding: event.understanding }
    case 'figure-added':
      return { ...answer, figures: [...answer.figures, event.figure] }
    case 'approval-requested':
      return { ...answer, approvals: [...answer.approvals, event.approval] }
    case 'follow-ups-added':
      return { ...answer, followUps: event.followUps }
    case 'usage':
      return { ...answer, usage: event, model: event.model }
    case 'run-error': {
      const { problem, isRetryable, retryAfterMs } = event
      return { ...answer, problem, isRetryable, retryAfterMs }
    }
    case 'run-end':
      return { ...answer, state: event.outcome, notice: event.notice }
    case 'frontend-action':
    default:
      return answer
  }
}

const subjectOf = ({ question, threadId, replaces, editOf, runId }: Answer): AnswerSubject => ({
  question,
  threadId,
  replaces,
  editOf,
  runId,
})
