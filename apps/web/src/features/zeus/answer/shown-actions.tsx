import { useZeus } from '@auspex/sdk/assistant'
import type { AnswerModel } from './answer-model.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** What the answer did on the screen, and what it draws there. */
export const ShownActions = ({ answer: { actions } }: { answer: AnswerModel }) => {
  const { renderAction } = useZeus()
  return actions.map((action) =>
    action.state === 'failed' ? (
      <p key={action.actionId} className={textStyles.fault}>
        {action.name} could not be done: {action.reason}.
      </p>
    ) : (
      <div key={action.actionId}>{renderAction(action)}</div>
    ),
  )
}
