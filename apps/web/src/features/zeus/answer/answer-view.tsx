import { memo } from 'react'
import { isGrowing, type AnswerModel } from './answer-model.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerEnd } from './answer-end.tsx'
import { AnswerText } from './answer-text.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { FollowUps } from './follow-ups.tsx'
import { ShownActions } from './shown-actions.tsx'
import { SourceList } from './source-list.tsx'
import { StepList } from './step-list.tsx'
import { UnderstandingNote } from './understanding-note.tsx'
import type { TurnActions } from '../conversation/turn-actions.ts'
import classes from './answer.module.css'

interface AnswerViewProps {
  answer: AnswerModel
  /** The question it answers, for "Try again" and copies. */
  question: string | null
  isLast: boolean
  actions: TurnActions
}

/** An answer: what was understood, what was looked at, the text with its sources, and what can be done with it. */
export const AnswerView = memo(({ answer, question, isLast, actions }: AnswerViewProps) => {
  const growing = isGrowing(answer)
  return (
    <article className={classes.answer} aria-label="Answer of Zeus" aria-busy={growing}>
      {answer.understanding && <UnderstandingNote understanding={answer.understanding} />}
      <StepList answer={answer} />
      <AnswerText answer={answer} />
      <ShownActions answer={answer} />
      {answer.approvals.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
      <AnswerEnd answer={answer} question={question} actions={actions} />
      {!growing && (
        <>
          {answer.citations.length > 0 && <SourceList answer={answer} />}
          <AnswerActions answer={answer} question={question} actions={actions} />
          {isLast && answer.followUps.length > 0 && (
            <FollowUps followUps={answer.followUps} onAsk={actions.askFollowUp} />
          )}
        </>
      )}
    </article>
  )
})
