import { formatCount, formatDuration, formatInstant } from '../../../lib/format.ts'
import type { AnswerModel } from './answer-model.ts'
import classes from './answer.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Who wrote an answer, how long it took and what it used. */
export const UsageNote = ({ answer: { usage, timestamp } }: { answer: AnswerModel }) => {
  if (usage === null) return null
  const { model, inputTokens, outputTokens, costUsd, durationMs } = usage
  const tokens =
    inputTokens === null && outputTokens === null
      ? null
      : `${formatCount((inputTokens ?? 0) + (outputTokens ?? 0))} tokens`
  const cost = costUsd === null ? null : `$${costUsd < 0.01 ? costUsd.toPrecision(1) : costUsd.toFixed(2)}`
  const parts = [model ?? 'Built-in analyst', formatDuration(durationMs), tokens, cost].filter((part) => part !== null)
  return (
    <span
      className={`${textStyles.small} ${classes.usage}`}
      title={timestamp === null ? undefined : formatInstant(timestamp)}
    >
      {parts.join(' · ')}
    </span>
  )
}
