import { Button, Group } from '@mantine/core'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatDuration } from '../../../lib/time/format.ts'
import { CopyText } from '../../../ui/error-view.tsx'
import type { TurnActions } from '../conversation/use-conversation.ts'
import type { AnswerModel } from './answer-model.ts'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface AnswerEndProps {
  answer: AnswerModel
  actions: TurnActions
}

/** Why an answer is incomplete, and what can be done about it; renders nothing for a complete one. */
export const AnswerEnd = ({ answer, actions }: AnswerEndProps) => {
  const { stand, notice, runKey, messageId, text, usage, steps } = answer
  if (stand === 'partial')
    return (
      <Group gap={12}>
        <p className={textStyles.note}>
          {text === '' ? 'Stopped before a word was written.' : (notice ?? 'Stopped here. What was written is kept.')}
        </p>
        {(text !== '' || steps.length > 0) && usage !== null && usage.model !== null && (
          <Button size="compact-sm" variant="light" disabled={!actions.canChange} onClick={() => actions.goOn(answer)}>
            Go on with research
          </Button>
        )}
        {/* an answer with text has this among its actions */}
        {text === '' && messageId !== null && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!actions.canChange}
            onClick={() => actions.regenerate(messageId, null)}
          >
            Write again
          </Button>
        )}
      </Group>
    )
  if (stand !== 'failed' && stand !== 'interrupted') return null
  const { message, detail, requestId = null } = failureOf(answer)
  return (
    <div className={`${surfaces.callout} ${surfaces.fault}`} role="alert">
      <p className={textStyles.strong}>{message}</p>
      {detail && <p>{detail}</p>}
      {requestId !== null && (
        <p className={textStyles.small}>
          Request <CopyText text={requestId} label="Copy request id" />
        </p>
      )}
      {runKey === null && messageId !== null && (
        <Button
          mt={10}
          size="compact-sm"
          disabled={!actions.canChange}
          onClick={() => actions.regenerate(messageId, null)}
        >
          Write again
        </Button>
      )}
      {runKey !== null && (
        <Group gap={8} mt={10}>
          {stand === 'interrupted' ? (
            <Button size="compact-sm" onClick={() => actions.resume(answer)}>
              Continue reading
            </Button>
          ) : (
            <Button size="compact-sm" onClick={() => actions.retry(answer)}>
              Try again
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => actions.dismiss(answer)}>
            Dismiss
          </Button>
        </Group>
      )}
    </div>
  )
}

const failureOf = ({ stand, error, problem, retryAfterMs, notice }: AnswerModel) => {
  if (stand === 'interrupted')
    return {
      message: 'Connection lost',
      detail: 'Zeus is still writing. You can read the rest once you are back online.',
    }
  if (error?.status === 401)
    return { message: 'Your session has ended', detail: 'Sign in again. Your question is saved in the field.' }
  const wait = retryAfterMs ?? (error?.retryAfter == null ? null : error.retryAfter * 1000)
  const later = wait === null ? '' : ` Try again in ${formatDuration(wait)}.`
  if (problem)
    return {
      message: problem.title,
      detail: `${problem.detail ?? ''}${later}`.trim(),
      requestId: problem.requestId,
    }
  if (error) {
    const { message, detail = '', requestId } = describeFailure(error)
    return { message, detail: `${detail}${later}`.trim(), requestId: wait === null ? requestId : null }
  }
  return { message: 'This answer failed', detail: notice ?? 'Its text ends here.' }
}
