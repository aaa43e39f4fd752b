import type { Answer } from '@auspex/sdk/assistant'
import { isUnderWay } from '@auspex/sdk/assistant'
import type { ZeusMessage } from '@auspex/sdk'
import { type AnswerModel, answerOfMessage, answerOfRun } from '../answer/answer-model.ts'

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
  const open = runs.filter((run) => isUnderWay(run) || !isKept(run, messages))
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
const isKept = ({ messageId, questionId }: Answer, messages: readonly ZeusMessage[]): boolean =>
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
