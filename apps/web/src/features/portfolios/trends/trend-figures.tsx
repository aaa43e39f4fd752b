import type { PortfolioTrend } from '@auspex/sdk'
import type { ReactNode } from 'react'
import {
  formatDay,
  formatDayOfMonth,
  formatGrowth,
  formatPlural,
  formatRatio,
  formatTimes,
  formatTone,
} from '../../../lib/format.ts'
import { stageMeanings, stageWords, toneWords } from '../../../lib/words.ts'
import { LateTooltip } from '../../../ui/late-tooltip.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { toneLabelOf } from './trends.model.ts'
import classes from './trend-table.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface FigureProps {
  trend: PortfolioTrend
}

/** A value that is not known, and why. */
const Unknown = ({ why }: { why: string }) => (
  <LateTooltip label={why} className={`${textStyles.quiet} ${classes.unknown}`}>
    unknown
  </LateTooltip>
)

const whyUnmeasured = 'It is measured once its portfolio is refreshed.'

/** A value with what qualifies it on a line below. */
const Figure = ({ value, remark, isSure = true }: { value: ReactNode; remark: ReactNode; isSure?: boolean }) => (
  <span className={classes.figure}>
    <span className={textStyles.figure} data-sure={isSure}>
      {value}
    </span>
    <span className={`${textStyles.small} ${textStyles.tabular}`}>{remark}</span>
  </span>
)

export const LevelFigure = ({ trend: { level, refreshedAt } }: FigureProps) =>
  level === null ? (
    <Unknown why={refreshedAt === null ? whyUnmeasured : 'No day of its sources is covered.'} />
  ) : (
    <Figure
      value={`${level.average === 0 ? '0' : formatTimes(level.average)} a day`}
      remark={
        <span
          title={`Mean of the ${formatPlural(level.coveredDays, 'covered day')} of the week to ${formatDay(level.day)}`}
        >
          {level.documents} on {formatDayOfMonth(level.day)}
        </span>
      }
    />
  )

export const GrowthFigure = ({ trend: { momentum, momentumReason, refreshedAt } }: FigureProps) => {
  if (momentum === null)
    return <Unknown why={momentumReason ?? (refreshedAt === null ? whyUnmeasured : 'It cannot be told.')} />
  const { value, interval, isSure } = formatGrowth(momentum)
  return <Figure value={value} remark={interval} isSure={isSure} />
}

export const StageFigure = ({ trend: { stage, refreshedAt } }: FigureProps) =>
  stage === null ? (
    <Unknown why={refreshedAt === null ? whyUnmeasured : 'Without momentum no stage can be told.'} />
  ) : (
    <LateTooltip label={stageMeanings[stage]} className={`${surfaces.badge} ${surfaces.muted} ${textStyles.soft}`}>
      {stageWords[stage]}
    </LateTooltip>
  )

export const ToneFigure = ({ trend }: FigureProps) => {
  const { tone, refreshedAt } = trend
  if (tone === null)
    return <Unknown why={refreshedAt === null ? whyUnmeasured : 'Too few of its documents have a tone.'} />
  const label = toneLabelOf(trend)
  return (
    <Figure
      value={<ToneBadge tone={label} label={label === 'neutral' ? 'Mixed' : toneWords[label]} />}
      remark={`${formatTone(tone.value)} (${formatTone(tone.low)} to ${formatTone(tone.high)})`}
    />
  )
}

export const EventFigure = ({ trend: { newestEvent, refreshedAt } }: FigureProps) => {
  if (newestEvent === null)
    return <span className={textStyles.quiet}>{refreshedAt === null ? 'not measured yet' : 'none'}</span>
  const { day, title, ratio, stories } = newestEvent
  return (
    <span className={classes.figure}>
      <span className={classes.headline} title={title ?? undefined}>
        {title ?? 'No document of these days can be read.'}
      </span>
      <span className={`${textStyles.small} ${textStyles.tabular}`}>
        {formatDay(day)} ·{' '}
        {ratio === null ? formatPlural(stories, 'story', 'stories') : `${formatRatio(ratio)} the usual`}
      </span>
    </span>
  )
}
