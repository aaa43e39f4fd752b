import { AnswerView } from '../answer/answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import type { TurnActions } from './turn-actions.ts'
import type { Turn } from './turns.ts'
import classes from './conversation.module.css'

/** Questions and answers, oldest first. */
export const Conversation = ({ turns, actions }: { turns: readonly Turn[]; actions: TurnActions }) => (
  <ol className={classes.turns} aria-label="Conversation">
    {turns.map(({ key, question, answer }, index) => (
      <li key={key} className={classes.turn}>
        {question && <QuestionView question={question} actions={actions} />}
        {answer && (
          <AnswerView
            answer={answer}
            question={question?.text ?? null}
            isLast={index === turns.length - 1}
            actions={actions}
          />
        )}
      </li>
    ))}
  </ol>
)
