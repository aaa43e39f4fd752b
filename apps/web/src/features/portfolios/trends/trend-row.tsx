import type { PortfolioTrend } from '@auspex/sdk'
import { Checkbox, Flex, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { usePicture } from '../../../lib/picture.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { EventFigure, GrowthFigure, LevelFigure, StageFigure, ToneFigure } from './trend-figures.tsx'
import { type MoveTrend, TrendHandle } from './trend-handle.tsx'
import { daysOf } from './trend-series.ts'
import { TrendMenu, type TrendMenuActions } from './trend-menu.tsx'
import classes from './trend-table.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface TrendRowProps extends TrendMenuActions {
  trend: PortfolioTrend
  index: number
  isChosen: boolean
  /** Its first numbers are on their way. */
  isMeasuring: boolean
  onToggle: (id: string, reach: boolean) => void
  measure: Ref<HTMLTableRowElement> | undefined
  /** How many there are to order; null when they are shown in an order of their numbers. */
  count: number | null
  isHeld: boolean
  /** Where the held row would go. */
  over: 'above' | 'below' | undefined
  onMoveTo: MoveTrend
  onHold: (index: number | null) => void
  onOver: (index: number) => void
  onDropAt: (index: number) => void
}

/** A trend: what it is, where it stands, what happened last. */
export const TrendRow = memo(
  ({
    trend,
    index,
    isChosen,
    isMeasuring,
    onToggle,
    measure,
    count,
    isHeld,
    over,
    onMoveTo,
    onHold,
    onOver,
    onDropAt,
    ...actions
  }: TrendRowProps) => {
    const { id, signalId, title, cover, outcome } = trend
    const days = daysOf(trend)
    const waits = isMeasuring && trend.refreshedAt === null
    const figures = waits ? null : trend
    return (
      <tr
        ref={measure}
        data-index={index}
        data-chosen={isChosen}
        data-over={over}
        aria-rowindex={index + 2}
        draggable={isHeld}
        onDragOver={(event) => {
          if (count === null) return
          event.preventDefault()
          onOver(index)
        }}
        onDrop={(event) => {
          event.preventDefault()
          onDropAt(index)
        }}
        onDragEnd={() => onHold(null)}
      >
        <td className={classes.box}>
          {count !== null && (
            <TrendHandle id={id} title={title} index={index} count={count} onMove={onMoveTo} onHold={onHold} />
          )}
          <Checkbox
            size="sm"
            aria-label={`Choose ${title}`}
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
        <Cell title="Level">{figures ? <LevelFigure trend={figures} /> : <Waiting />}</Cell>
        <Cell title="Growth">{figures ? <GrowthFigure trend={figures} /> : <Waiting />}</Cell>
        <Cell title="Stage">{figures ? <StageFigure trend={figures} /> : <Waiting />}</Cell>
        <Cell title="Tone">{figures ? <ToneFigure trend={figures} /> : <Waiting />}</Cell>
        <Cell title="60 days">
          {days.length > 0 ? (
            <Sparkline values={days} label={`Documents a day of ${title} over ${days.length} days`} />
          ) : waits ? (
            <Waiting />
          ) : (
            <span className={textStyles.quiet}>–</span>
          )}
        </Cell>
        <Cell title="Newest event" isEvent>
          {figures ? <EventFigure trend={figures} /> : <Waiting />}
        </Cell>
        <td className={classes.menu}>
          <TrendMenu trend={trend} {...actions} />
        </td>
      </tr>
    )
  },
)

/** Apart, since a query for each row costs more than the row, and few have a cover. */
const Cover = ({ address, title }: { address: string; title: string }) => (
  <Picture content={usePicture(address)} title={title} size="small" />
)

const Cell = ({ title, isEvent = false, children }: React.PropsWithChildren<{ title: string; isEvent?: boolean }>) => (
  <td data-title={title} data-event={isEvent || undefined}>
    {children}
  </td>
)

const Waiting = () => <Skeleton height={14} width={56} radius="sm" aria-label="Measuring" />
