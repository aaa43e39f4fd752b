import type { AnswerDetails } from '@auspex/analyst'
import type { Mention, MessageRating, RunOutcome } from '@auspex/sdk/types'

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
  /** Only for answers. */
  details: AnswerDetails | null
  /** What a question mentions, so that its answer can be regenerated. */
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

/** How a run ended, with a sentence for the person when the answer is incomplete. */
export interface RunEnding {
  outcome: RunOutcome
  notice: string | null
}

/** Maximum number of versions of a message. */
export const maxVersions = 50

/** How long the events of a run can be replayed after its end. */
export const eventRetentionMs = 600_000
