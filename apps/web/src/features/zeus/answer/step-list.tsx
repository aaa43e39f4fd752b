import { Box, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { formatDuration, formatPlural } from '../../../lib/format.ts'
import { Chevron } from '../../../ui/chevron.tsx'
import { type AnswerModel, isGrowing, type StepModel } from './answer-model.ts'
import { stepWords } from './step-words.ts'
import classes from './answer.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** What was looked at: one calm line while it goes on, and each step with what it found when it is opened. */
export const StepList = ({ answer }: { answer: AnswerModel }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { steps } = answer
  if (steps.length === 0)
    return isGrowing(answer) && answer.text === '' ? <p className={classes.step}>Reading the question…</p> : null
  const running = steps.findLast(({ result }) => result === null)
  const failed = steps.filter(({ result }) => result?.status === 'failed').length
  return (
    <div>
      <UnstyledButton
        className={classes.step}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron isOpen={isOpen} size={14} />{' '}
        {running && isGrowing(answer)
          ? `${stepWords(running.operationId)}…`
          : `${formatPlural(steps.length, 'step')}${failed > 0 ? `, ${failed} failed` : ''}`}
      </UnstyledButton>
      <Box id={id} component="ol" className={classes.steps} hidden={!isOpen}>
        {isOpen && steps.map((step) => <Step key={step.toolCallId} step={step} />)}
      </Box>
    </div>
  )
}

const Step = ({ step: { operationId, arguments: input, result } }: { step: StepModel }) => (
  <li>
    <span className={textStyles.strong}>{stepWords(operationId)}</span>{' '}
    <span className={textStyles.caption}>
      {result === null ? 'running' : result.status === 'stopped' ? 'stopped' : formatDuration(result.durationMs)}
    </span>
    {result !== null && (
      <p className={textStyles.detail}>
        {result.summary}
        {result.status === 'failed' && (
          <span className={textStyles.fault}>
            {' '}
            {result.problem ? `${result.problem.title}. ${result.problem.detail ?? ''}` : 'It failed.'}
          </span>
        )}
      </p>
    )}
    <p className={`${textStyles.code} ${textStyles.quiet}`}>
      {operationId} {input === '{}' ? '' : input}
    </p>
  </li>
)
