import type { AnswerMode, FollowUp, ZeusMessage, ZeusReading, ZeusThread } from '@auspex/sdk'
import { type Answer, isInProgress, type Question, useZeus } from '@auspex/sdk/assistant'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type AnswerModel, answerOfMessage, answerOfRun } from '../answer/answer-model.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { invalidateThreads, useCreateReport, useSelectVersion } from '../zeus.queries.ts'

/** The actions on a conversation. */
export interface TurnActions {
  /** False while an answer is being written: the thread handles one at a time. */
  readonly canChange: boolean
  readonly askFollowUp: (followUp: FollowUp) => void
  /** Asks the question of a failed answer again. */
  readonly retry: (answer: AnswerModel) => void
  /** Removes a failed answer from the page. */
  readonly dismiss: (answer: AnswerModel) => void
  readonly stop: (answer: AnswerModel) => void
  /** Resumes an answer whose connection broke. */
  readonly resume: (answer: AnswerModel) => void
  readonly regenerate: (messageId: string, instruction: string | null) => void
  /** Asks again with a changed reading of the question; the answer before stays as a version. */
  readonly changeReading: (messageId: string, reading: ZeusReading) => void
  /** Asks for more of an answer that ended at a limit. */
  readonly goOn: (answer: AnswerModel) => void
  /** Makes a report of an answer and opens it. */
  readonly createReport: (messageId: string) => void
  readonly isCreatingReport: boolean
  readonly edit: (messageId: string, text: string) => void
  readonly selectVersion: (messageId: string) => void
}

/** A question and the answer to it. */
export interface Turn {
  readonly key: string
  /** Null for an answer whose question is neither in the thread nor on this page. */
  readonly question: QuestionModel | null
  readonly answer: AnswerModel | null
}

export interface QuestionModel {
  /** Null until the server has it. */
  readonly id: string | null
  readonly text: string
  readonly versions: ZeusMessage['versions'] | null
}

/**
 * A conversation as stored in the thread, overlaid with answers in progress. An answer that is regenerated, or responds to an
 * edited question, replaces the old one and hides what followed; once the thread has it, the thread's version is shown.
 */
export const toTurns = (messages: readonly ZeusMessage[], runs: readonly Answer[]): readonly Turn[] => {
  const open = runs.filter((run) => isInProgress(run) || !isStored(run, messages))
  const replaced = open.map(({ replaces, editOf, messageId, questionId }) => [replaces, editOf, messageId, questionId])
  const cut = messages.findIndex(({ id }) => replaced.some((ids) => ids.includes(id)))
  const visibleMessages = cut === -1 ? messages : messages.slice(0, cut)
  const turns = pair(visibleMessages, runs)
  for (const run of open) {
    const question = messages.find(({ id }) => id === run.questionId)
    const last = turns.at(-1)
    // Its question is already there: it is being regenerated, or continues from before a reload.
    if (run.question === null && question === undefined && last?.answer === null)
      turns[turns.length - 1] = { ...last, answer: answerOfRun(run) }
    else
      turns.push({
        key: keyOf(run.questionId, runs) ?? run.key,
        question: questionOfRun(run, question),
        answer: answerOfRun(run),
      })
  }
  return turns
}

/**
 * Whether the thread has the answer of a run: as the version that it shows, as another one, or as the answer to an earlier
 * version of the question.
 */
const isStored = ({ messageId, questionId }: Answer, messages: readonly ZeusMessage[]): boolean =>
  messages.some(
    ({ id, versions: { ids } }) =>
      (messageId !== null && (id === messageId || ids.includes(messageId))) ||
      (questionId !== null && id !== questionId && ids.includes(questionId)),
  )

const questionOfRun = (run: Answer, stored: ZeusMessage | undefined): QuestionModel | null => {
  if (stored) return toQuestion(stored)
  return run.question === null ? null : { id: run.questionId, text: run.question, versions: null }
}

const toQuestion = ({ id, content, versions }: ZeusMessage): QuestionModel => ({ id, text: content, versions })

/** A turn retains its key when the thread has it, or an element that somebody opened or points at would be remounted. */
const keyOf = (questionId: string | null, runs: readonly Answer[]): string | null =>
  runs.find((run) => run.question !== null && run.questionId === questionId)?.key ?? questionId

const pair = (messages: readonly ZeusMessage[], runs: readonly Answer[]): Turn[] => {
  const turns: Turn[] = []
  const runOf = new Map(runs.map((run) => [run.messageId, run]))
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === 'user')
      turns.push({ key: keyOf(message.id, runs) ?? message.id, question: toQuestion(message), answer: null })
    else {
      const answer = answerOfMessage(message, runOf.get(message.id))
      if (last?.answer === null) turns[turns.length - 1] = { ...last, answer }
      else turns.push({ key: message.id, question: null, answer })
    }
  }
  return turns
}

interface ConversationOptions {
  readonly threadId: string | null
  readonly thread: ZeusThread | null
  /** The key of answers on this page that began a conversation without an address. */
  readonly newKey: string | null
  /** How much a language model may look up. */
  readonly mode: AnswerMode
  /** Sends a message in this conversation. */
  readonly send: (question: Omit<Question, 'threadId'>) => void
  /** Called when an answer is requested again under another key. */
  readonly onRetry: (before: string, after: string | null) => void
}

/** A conversation with answers in progress, and its actions. */
export const useConversation = ({ threadId, thread, newKey, mode, send, onRetry }: ConversationOptions) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { answers, regenerate, retry, follow, stop, forget } = useZeus()
  const { mutate: selectVersion } = useSelectVersion(client)
  const { mutate: createReport, isPending: isCreatingReport } = useCreateReport(client)
  const runs = useMemo(
    () => answers.filter((answer) => (threadId === null ? answer.key === newKey : answer.threadId === threadId)),
    [answers, threadId, newKey],
  )
  const running = runs.findLast(isInProgress) ?? null
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
        threadId !== null && regenerate({ threadId, messageId, mode, ...(instruction !== null && { instruction }) }),
      changeReading: (messageId, reading) => threadId !== null && regenerate({ threadId, messageId, mode, reading }),
      goOn: ({ understanding }) =>
        send({ message: 'Go on', mode: 'research', ...(understanding?.reading && { reading: understanding.reading }) }),
      createReport: (messageId) => threadId !== null && createReport({ threadId, messageId }),
      isCreatingReport,
      edit: (messageId, message) => send({ message, replacesMessageId: messageId }),
      selectVersion,
    }),
    [
      isRunning,
      answers,
      mode,
      createReport,
      isCreatingReport,
      send,
      retry,
      onRetry,
      forget,
      regenerate,
      follow,
      stop,
      threadId,
      selectVersion,
    ],
  )
  return { turns, actions, running }
}
