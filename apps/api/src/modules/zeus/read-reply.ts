import type { ZeusReply } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'
import type { Question } from './question.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { startRun } from './runs.usecases.ts'
import { readMessage } from './threads.usecases.ts'
import type { Requester } from './write-run.ts'

/** Asks a question and resolves with the whole answer. Throws the run's own failure. */
export async function readReply(
  { question, signal }: { question: Question; signal: AbortSignal },
  asker: Requester,
  deps: RunDependencies,
): Promise<ZeusReply> {
  const live = await startRun(question, asker, deps)
  const detach = live.attach()
  signal.addEventListener('abort', detach)
  try {
    await live.ended
  } finally {
    detach()
  }
  const message = await readMessage(live.run.messageId, asker, deps)
  if (message.state === 'failed') throw replyFailed(live.events)
  const { model = null, inputTokens = null, outputTokens = null, durationMs = 0, tools = [] } = message.trace ?? {}
  const used = { model, inputTokens, outputTokens, durationMs, toolCalls: tools.length }
  return { threadId: live.run.threadId, message, ...used }
}

function replyFailed(events: readonly { type: string }[]): CodedError {
  const error = events.find((event) => event.type === 'run-error') as
    | { problem: { code: string; title: string; detail?: string }; retryAfterMs: number | null }
    | undefined
  return new CodedError({
    kind: 'unavailable',
    code: error?.problem.code ?? 'zeus.failed',
    title: error?.problem.title ?? 'The answer could not be written',
    detail: error?.problem.detail ?? 'Write it again.',
    ...(error?.retryAfterMs != null && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) }),
  })
}
