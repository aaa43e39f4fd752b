import type { PortfolioTrend } from '@auspex/sdk'
import { Checkbox, Flex, Skeleton, ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type Ref, type KeyboardEvent, type ReactNode } from 'react'
import { formatGrowth, formatPlural, formatRatio, formatTimes, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { usePicture } from '../../../lib/files/pictures.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { daysOf, toneLabelOf } from './trends.model.ts'
import { TrendMenu, type TrendMenuActions } from './trend-menu.tsx'
import classes from './trends.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { stageMeanings, stageWords, toneWords } from '../../../lib/words/words.ts'
import { LateTooltip } from '../../../ui/late-tooltip.tsx'
import { ToneBadge } from '../../../ui/values.tsx'
import surfaces from '../../../ui/surfaces.module.css'

/** An unknown value, and the reason. */
const Unknown = ({ why }: { why: string }) => (
  <LateTooltip label={why} className={`${textStyles.quiet} ${classes.unknown}`}>
    unknown
  </LateTooltip>
)

const whyUnmeasured = 'Refresh the portfolio to measure it.'

/** A value with its qualification on a line below. */
const Figure = ({ value, remark, isSure = true }: { value: ReactNode; remark: ReactNode; isSure?: boolean }) => (
  <span className={classes.figure}>
    <span className={textStyles.figure} data-sure={isSure}>
      {value}
    </span>
    <span className={`${textStyles.small} ${textStyles.tabular}`}>{remark}</span>
  </span>
)

const LevelFigure = ({ trend: { level, refreshedAt } }: FigureProps) =>
  level === null ? (
    <Unknown why={refreshedAt === null ? whyUnmeasured : 'Its sources cover no day.'} />
  ) : (
    <Figure
      value={`${level.average === 0 ? '0' : formatTimes(level.average)} a day`}
      remark={
        <span
          title={`Mean of the ${formatPlural(level.coveredDays, 'covered day')} of the week to ${formatDay(level.day)}`}
        >
          {level.documents} on {formatDay(level.day)}
        </span>
      }
    />
  )

const GrowthFigure = ({ trend: { momentum, momentumReason, refreshedAt } }: FigureProps) => {
  if (momentum === null)
    return <Unknown why={momentumReason ?? (refreshedAt === null ? whyUnmeasured : 'It cannot be determined.')} />
  const { value, interval, isSure } = formatGrowth(momentum)
  return <Figure value={value} remark={interval} isSure={isSure} />
}

const StageFigure = ({ trend: { stage, refreshedAt } }: FigureProps) =>
  stage === null ? (
    <Unknown why={refreshedAt === null ? whyUnmeasured : 'Without momentum the stage cannot be determined.'} />
  ) : (
    <LateTooltip label={stageMeanings[stage]} className={`${surfaces.badge} ${surfaces.muted} ${textStyles.soft}`}>
      {stageWords[stage]}
    </LateTooltip>
  )

const ToneFigure = ({ trend }: FigureProps) => {
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

const EventFigure = ({ trend: { newestEvent, refreshedAt } }: FigureProps) => {
  if (newestEvent === null)
    return <span className={textStyles.quiet}>{refreshedAt === null ? 'not measured yet' : 'none'}</span>
  const { day, title, ratio, stories } = newestEvent
  return (
    <span className={classes.figure}>
      <span className={classes.headline} title={title ?? undefined}>
        {title ?? 'No clear headline'}
      </span>
      <span className={`${textStyles.small} ${textStyles.tabular}`}>
        {formatDay(day)} · {ratio === null ? formatPlural(stories, 'piece') : `${formatRatio(ratio)} the usual`}
      </span>
    </span>
  )
}

const DaysFigure = ({ trend, waits }: FigureProps & { waits: boolean }) => {
  const { title, level } = trend
  const days = daysOf(trend)
  if (days.length > 0)
    return (
      <Sparkline
        values={days}
        label={`Documents a day of ${title} over ${days.length} days${level === null ? '' : ` to ${formatDay(level.day)}`}`}
      />
    )
  return waits ? <Waiting /> : <span className={textStyles.quiet}>–</span>
}

/** The handle of a trend, which is dragged, or moved with the arrow keys. */
const TrendHandle = ({ id, title, index, count, onMove, onGrab }: TrendHandleProps) => {
  const handleKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0 && to < count) onMove(index, to)
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={classes.handle}
      aria-label={`Order ${title}: number ${index + 1} of ${count}`}
      title="Drag, or use the arrow keys"
      data-handle={id}
      onPointerDown={() => onGrab(index)}
      onPointerUp={() => onGrab(null)}
      onKeyDown={handleKey}
    >
      <IconGripVertical size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

interface TrendRowProps extends TrendMenuActions {
  trend: PortfolioTrend
  index: number
  /** The keys of the columns that the person has hidden. */
  hidden: readonly string[]
  isChosen: boolean
  /** Its first measurement is in progress. */
  isMeasuring: boolean
  onToggle: (id: string, reach: boolean) => void
  measure: Ref<HTMLTableRowElement> | undefined
  /** How many trends can be reordered; null while they are sorted by a figure. */
  count: number | null
  isDragged: boolean
  /** The side of this row on which the dragged one would be dropped. */
  dropSide: 'above' | 'below' | undefined
  onMoveTo: MoveTrend
  onGrab: (index: number | null) => void
  onDragOver: (index: number) => void
  onDropAt: (index: number) => void
}

/** A trend: its name, its figures, and its latest event. */
export const TrendRow = memo(
  ({
    trend,
    index,
    hidden,
    isChosen,
    isMeasuring,
    onToggle,
    measure,
    count,
    isDragged,
    dropSide,
    onMoveTo,
    onGrab,
    onDragOver,
    onDropAt,
    ...actions
  }: TrendRowProps) => {
    const { id, signalId, title, cover, outcome } = trend
    const waits = isMeasuring && trend.refreshedAt === null
    const figures = waits ? null : trend
    return (
      <tr
        ref={measure}
        data-index={index}
        data-chosen={isChosen}
        data-over={dropSide}
        aria-rowindex={index + 2}
        draggable={isDragged}
        onDragOver={(event) => {
          if (count === null) return
          event.preventDefault()
          onDragOver(index)
        }}
        onDrop={(event) => {
          event.preventDefault()
          onDropAt(index)
        }}
        onDragEnd={() => onGrab(null)}
      >
        <td className={classes.box}>
          {count !== null && (
            <TrendHandle id={id} title={title} index={index} count={count} onMove={onMoveTo} onGrab={onGrab} />
          )}
          <Checkbox
            size="sm"
            aria-label={`Select ${title}`}
            checked={isChosen}
            onChange={() => undefined}
            onClick={(event) => onToggle(id, event.shiftKey)}
          />
        </td>
        <th scope="row">
          <Flex component="span" gap={10} align="center">
            {cover !== null && <Cover address={cover} title={title} />}
            <span className={classes.name}>
              <Link
                to="/signals/$signalId"
                params={{ signalId }}
                preload={false}
                className={`${textStyles.plain} ${textStyles.breakable} ${classes.link}`}
              >
                {title}
              </Link>
              {outcome?.state === 'failed' && (
                <span className={`${textStyles.small} ${textStyles.state} ${classes.fault}`} data-state="failed">
                  <IconAlertTriangle size={13} stroke={1.9} aria-hidden />{' '}
                  {outcome.reason ?? 'It could not be measured.'}
                </span>
              )}
            </span>
          </Flex>
        </th>
        {!hidden.includes('level') && (
          <Cell title="Level">{figures ? <LevelFigure trend={figures} /> : <Waiting />}</Cell>
        )}
        {!hidden.includes('growth') && (
          <Cell title="Growth">{figures ? <GrowthFigure trend={figures} /> : <Waiting />}</Cell>
        )}
        {!hidden.includes('stage') && (
          <Cell title="Stage">{figures ? <StageFigure trend={figures} /> : <Waiting />}</Cell>
        )}
        {!hidden.includes('tone') && <Cell title="Tone">{figures ? <ToneFigure trend={figures} /> : <Waiting />}</Cell>}
        {!hidden.includes('days') && (
          <Cell title="60 days">
            <DaysFigure trend={trend} waits={waits} />
          </Cell>
        )}
        {!hidden.includes('event') && (
          <Cell title="Latest event" isEvent>
            {figures ? <EventFigure trend={figures} /> : <Waiting />}
          </Cell>
        )}
        <td className={classes.menu}>
          <TrendMenu trend={trend} {...actions} />
        </td>
      </tr>
    )
  },
)

/** A separate component, because a query for each row costs more than the row, and few have a cover. */
const Cover = ({ address, title }: { address: string; title: string }) => (
  <Picture content={usePicture(address)} title={title} size="small" />
)

const Cell = ({ title, isEvent = false, children }: React.PropsWithChildren<{ title: string; isEvent?: boolean }>) => (
  <td data-title={title} data-event={isEvent || undefined}>
    {children}
  </td>
)

const Waiting = () => <Skeleton height={14} width={56} radius="sm" aria-label="Measuring" />

/** Moves a trend from one position to another. */
type MoveTrend = (from: number, to: number) => void

interface TrendHandleProps {
  id: string
  title: string
  index: number
  count: number
  onMove: MoveTrend
  /** Called when the row is grabbed for dragging; null when it is released. */
  onGrab: (index: number | null) => void
}

interface FigureProps {
  trend: PortfolioTrend
}
