import type { FollowUp } from '@auspex/sdk'
import type { AnswerModel } from '../answer/answer-model.ts'

/** What can be done with what a conversation shows. */
export interface TurnActions {
  /** False while an answer is written: the thread takes one after the other. */
  readonly canChange: boolean
  readonly askFollowUp: (followUp: FollowUp) => void
  /** Asks the question of a failed answer once more. */
  readonly retry: (answer: AnswerModel) => void
  /** Takes a failed answer off the page. */
  readonly dismiss: (answer: AnswerModel) => void
  readonly stop: (answer: AnswerModel) => void
  /** Goes on reading an answer whose connection broke. */
  readonly resume: (answer: AnswerModel) => void
  readonly regenerate: (messageId: string, instruction: string | null) => void
  readonly edit: (messageId: string, text: string) => void
  readonly selectVersion: (messageId: string) => void
}
