import type {
  Approval,
  AssistantEvent,
  Citation,
  Figure,
  FollowUp,
  PlanStep,
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

/** An action that Zeus requested from the screen, and its outcome. */
export interface AnswerAction {
  readonly actionId: string
  readonly name: string
  /** Its arguments; null when they cannot be parsed. */
  readonly input: unknown
  /** `shown` when the action draws something instead of performing it. */
  readonly state: 'running' | 'done' | 'shown' | 'failed'
  /** Why it failed; null when it did not. */
  readonly reason: string | null
}

/** The state of an answer: `sent` until the run has begun, `interrupted` when its end never arrived. */
export type AnswerState = 'sent' | 'running' | 'stopping' | 'interrupted' | RunEndEvent['outcome']

/** An answer, during and after writing. */
export interface Answer {
  /** Only valid on this page; the run has its own id once it has begun. */
  readonly key: string
  readonly state: AnswerState
  /** The person's message; null when an answer is regenerated, or when only its run is known. */
  readonly question: string | null
  /** Id of the question in the stored thread; null before the run has begun. */
  readonly questionId: string | null
  /** The message that the question is an edited version of. */
  readonly editOf: string | null
  readonly threadId: string | null
  readonly runId: string | null
  /** Id of the answer in the stored thread; null before the run has begun. */
  readonly messageId: string | null
  /** The answer that it replaces; null unless it is a regeneration. */
  readonly replaces: string | null
  readonly text: string
  /** How Zeus interpreted the question; null until it is reported. */
  readonly understanding: Understanding | null
  readonly citations: readonly Citation[]
  /** Charts and tables, by their position in the text. */
  readonly figures: readonly Figure[]
  /** Changes that it proposes; nothing changes before the person approves. */
  readonly approvals: readonly Approval[]
  readonly followUps: readonly FollowUp[]
  /** How Zeus goes about the question; empty when it has no plan. */
  readonly plan: readonly PlanStep[]
  readonly steps: readonly AnswerStep[]
  readonly actions: readonly AnswerAction[]
  /** Null for the built-in analyst. */
  readonly model: string | null
  readonly startedAt: string | null
  readonly usage: UsageEvent | null
  /** Why the answer is incomplete, in a sentence; null when it is complete. */
  readonly notice: string | null
  /** Why the run failed, as reported by itself. */
  readonly problem: Problem | null
  readonly isRetryable: boolean
  readonly retryAfterMs: number | null
  /** Why there is no stream, or why it ended early. */
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
  plan: [],
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

/** Whether more of it may arrive. */
export const isInProgress = ({ state }: Answer): boolean =>
  state === 'sent' || state === 'running' || state === 'stopping'

/** The answer after one more event. Unknown events, which later servers may send, change nothing. */
export const applyEvent = (answer: Answer, event: AssistantEvent): Answer => {
  switch (event.type) {
    case 'run-start':
      // Also when a restarted stream sends it again: nothing from before is duplicated.
      return {
        ...createAnswer(answer.key, toSubject(answer)),
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
    case 'plan-changed':
      return { ...answer, plan: event.plan }
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

const toSubject = ({ question, threadId, replaces, editOf, runId }: Answer): AnswerSubject => ({
  question,
  threadId,
  replaces,
  editOf,
  runId,
})
