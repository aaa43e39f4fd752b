import type { ZeusThread } from '@auspex/sdk'
import { isUnderWay, type Question, useZeus } from '@auspex/sdk/assistant'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { invalidateThreads, useSelectVersion } from '../zeus.queries.ts'
import type { TurnActions } from './turn-actions.ts'
import { toTurns } from './turns.ts'

interface ConversationOptions {
  readonly threadId: string | null
  readonly thread: ZeusThread | null
  /** The key of answers on this page that began a conversation without an address. */
  readonly newKey: string | null
  /** Sends a message in this conversation. */
  readonly send: (question: Omit<Question, 'threadId'>) => void
  /** Called when an answer is requested again under another key. */
  readonly onRetry: (before: string, after: string | null) => void
}

/** A conversation with answers in progress, and its actions. */
export const useConversation = ({ threadId, thread, newKey, send, onRetry }: ConversationOptions) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { answers, regenerate, retry, follow, stop, forget } = useZeus()
  const { mutate: selectVersion } = useSelectVersion(client)
  const runs = useMemo(
    () => answers.filter((answer) => (threadId === null ? answer.key === newKey : answer.threadId === threadId)),
    [answers, threadId, newKey],
  )
  const running = runs.findLast(isUnderWay) ?? null
  const isRunning = running !== null

  // A run of another page, or of this one before a reload.
  const activeRunId = thread?.activeRun?.runId ?? null
  useEffect(() => {
    if (activeRunId !== null && threadId !== null) follow({ runId: activeRunId, threadId })
  }, [activeRunId, threadId, follow])

  // The answer is now in the thread, perhaps with a new title.
  useEffect(() => {
    if (!isRunning) void invalidateThreads({ client, queryClient })
  }, [isRunning, client, queryClient])

  const turns = useMemo(() => toTurns(thread?.messages ?? [], runs), [thread, runs])
  const actions = useMemo<TurnActions>(
    () => ({
      canChange: !isRunning,
      askFollowUp: ({ message, signalIds }) => send({ message, signalIds }),
      retry: ({ runKey }) => runKey !== null && onRetry(runKey, retry(runKey)),
      dismiss: ({ runKey }) => runKey !== null && forget(runKey),
      stop: ({ runKey }) => runKey !== null && stop(runKey),
      resume: ({ runKey }) => {
        const run = answers.find(({ key }) => key === runKey)
        if (run?.runId && run.threadId) follow({ runId: run.runId, threadId: run.threadId })
      },
      regenerate: (messageId, instruction) =>
        threadId !== null && regenerate({ threadId, messageId, ...(instruction !== null && { instruction }) }),
      edit: (messageId, message) => send({ message, replacesMessageId: messageId }),
      selectVersion,
    }),
    [isRunning, answers, send, retry, onRetry, forget, regenerate, follow, stop, threadId, selectVersion],
  )
  return { turns, actions, running }
}
