import type { Understanding as AnalystUnderstanding } from '@auspex/analyst'
import type {
  AssistantEvent,
  Citation,
  Figure,
  FollowUp,
  Mention,
  MessageRating,
  RunOutcome,
  RunTrace,
  Understanding,
} from '@auspex/sdk/types'

/** An event before it has its place in a run. */
export type DraftEvent = AssistantEvent extends infer E
  ? E extends AssistantEvent
    ? Omit<E, 'runId' | 'sequence'>
    : never
  : never

/** What is kept of an answer beside its text. */
export interface AnswerDetails {
  citations: Citation[]
  understanding: Understanding | null
  /** As the analyst said it, so that the next question can go on from it. */
  understood: AnalystUnderstanding | null
  figures: Figure[]
  followUps: FollowUp[]
  trace: RunTrace
}

export interface StoredThread {
  id: string
  userId: string
  title: string
  isNamed: boolean
  isPinned: boolean
  signalIds: string[]
  createdAt: Date
  updatedAt: Date
}

export interface StoredMessage {
  id: string
  threadId: string
  parentId: string | null
  role: 'user' | 'assistant'
  content: string
  state: 'complete' | 'partial' | 'failed'
  runId: string | null
  isSelected: boolean
  /** Of an answer. */
  details: AnswerDetails | null
  /** What a question names, so that an answer to it can be written again. */
  mentions: Mention[]
  rating: MessageRating
  createdAt: Date
}

export interface StoredRun {
  id: string
  threadId: string
  userId: string
  questionId: string
  messageId: string
  replaces: string | null
  fingerprint: Buffer
  approvalKey: Buffer
  state: 'running' | RunOutcome
  model: string | null
  startedAt: Date
  endedAt: Date | null
  aliveAt: Date
  readAt: Date | null
}

/** How a run ended, with the sentence for the person when the answer is not whole. */
export interface RunEnding {
  outcome: RunOutcome
  notice: string | null
}

/** Versions that a message may have. */
export const mostVersions = 50

/** How long the events of a run can be sent again after its end. */
export const keepEventsMs = 600_000
