import type { FollowUp } from '@auspex/sdk'
import type { AnswerModel } from '../answer/answer-model.ts'

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
  readonly edit: (messageId: string, text: string) => void
  readonly selectVersion: (messageId: string) => void
}
