import { createHash } from 'node:crypto'
import type { AnswerMode, FrontendAction, Readable, SelectedMessage, ZeusReading } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { RunRequest } from './begin-run.ts'

/** The request and the context that comes with it. */
export interface Question {
  request: RunRequest
  fingerprint: Buffer
  instruction: string | null
  mode: AnswerMode
  /** How the person wants it to be read; null to read its words, or to keep what an answer was written with. */
  reading: ZeusReading | null
  reportId: string | null
  selectedMessages: readonly SelectedMessage[]
  readables: readonly Readable[]
  actions: readonly FrontendAction[]
}

/** A client that requests a whole answer has no screen that takes part in it. */
type QuestionBody = Parameters<Handlers['getZeusReply']>[0]['body'] &
  Partial<{ readables: Readable[]; frontendActions: FrontendAction[] }>

type RegenerationBody = Parameters<Handlers['regenerateZeusReply']>[0]['body']

export function toQuestion(body: QuestionBody): Question {
  const { threadId, message, replacesMessageId = null, reportId, selectedMessages = [] } = body
  const { mentions = [], readables = [], frontendActions: actions = [] } = body
  const mentioned = mentions.flatMap(({ kind, id }) => (kind === 'signal' ? [id] : []))
  const signalIds = [...new Set([...mentioned, ...(body.signalIds ?? [])])]
  return {
    request: { kind: 'question', threadId, message, edits: replacesMessageId, signalIds, mentions },
    fingerprint: fingerprintOf('question', body),
    instruction: null,
    mode: body.mode ?? 'quick',
    reading: body.reading ?? null,
    reportId,
    selectedMessages,
    readables,
    actions,
  }
}

/** Requests another version of an answer. */
export function toRegeneration(body: RegenerationBody): Question {
  const { threadId, messageId, signalIds = [], instruction, selectedMessages = [], frontendActions = [] } = body
  return {
    request: { kind: 'regeneration', threadId, messageId, signalIds },
    fingerprint: fingerprintOf('regeneration', body),
    instruction,
    mode: body.mode ?? 'quick',
    reading: body.reading ?? null,
    reportId: null,
    selectedMessages,
    readables: [],
    actions: frontendActions,
  }
}

/** Equal for equivalent requests: the contract has already filled in the defaults. */
function fingerprintOf(kind: string, body: object): Buffer {
  const sorted = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted]))
    .digest()
}
