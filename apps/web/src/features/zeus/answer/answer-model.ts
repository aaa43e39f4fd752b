import type { MessageVersions, RunTrace, ToolTrace, ZeusMessage } from '@auspex/sdk'
import { type Answer, isInProgress } from '@auspex/sdk/assistant'

/** A tool call; without a status while it runs. */
export type StepModel = Pick<ToolTrace, 'toolCallId' | 'operationId' | 'arguments'> & {
  readonly result: Omit<ToolTrace, 'toolCallId' | 'operationId' | 'arguments'> | null
}

/** The status of an answer on the screen. */
export type AnswerStand = 'waiting' | 'writing' | 'stopping' | 'complete' | 'partial' | 'failed' | 'interrupted'

/** An answer to show, whether it is being written or stored. */
export interface AnswerModel extends Pick<
  Answer,
  | 'messageId'
  | 'text'
  | 'understanding'
  | 'citations'
  | 'figures'
  | 'approvals'
  | 'followUps'
  | 'actions'
  | 'plan'
  | 'problem'
  | 'retryAfterMs'
  | 'error'
> {
  /** Its run on this page; null for a stored answer of the thread. */
  readonly runKey: string | null
  readonly stand: AnswerStand
  readonly steps: readonly StepModel[]
  readonly versions: MessageVersions | null
  readonly rating: ZeusMessage['rating']
  readonly timestamp: string | null
  readonly usage: Omit<RunTrace, 'tools' | 'plan'> | null
  /** Why it is incomplete; null if it is complete, or if the reason is not known. */
  readonly notice: string | null
}

const stands: Record<ZeusMessage['state'], AnswerStand> = { complete: 'complete', partial: 'partial', failed: 'failed' }

/** An answer of the thread, with what only its run on this page knows. */
export const answerOfMessage = (message: ZeusMessage, run: Answer | undefined): AnswerModel => ({
  ...message,
  runKey: null,
  messageId: message.id,
  stand: stands[message.state],
  text: message.content,
  steps: (message.trace?.tools ?? []).map(({ toolCallId, operationId, arguments: input, ...result }) => ({
    toolCallId,
    operationId,
    arguments: input,
    result,
  })),
  actions: run?.actions ?? [],
  plan: message.trace?.plan ?? [],
  usage: message.trace,
  notice: run?.notice ?? null,
  problem: run?.problem ?? null,
  retryAfterMs: run?.retryAfterMs ?? null,
  error: null,
})

const standOf = (run: Answer): AnswerStand => {
  if (run.state === 'stopping') return 'stopping'
  if (isInProgress(run)) return run.text === '' ? 'waiting' : 'writing'
  if (run.state === 'completed') return 'complete'
  if (run.state === 'failed' || run.state === 'interrupted') return run.state
  return 'partial'
}

export const answerOfRun = (run: Answer): AnswerModel => ({
  ...run,
  runKey: run.key,
  stand: standOf(run),
  versions: null,
  rating: null,
  timestamp: run.startedAt,
})

/** Whether more of it may follow. */
export const isGrowing = ({ stand }: AnswerModel): boolean =>
  stand === 'waiting' || stand === 'writing' || stand === 'stopping'
