import type { PortfolioTrend } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useLayoutEffect, useMemo, useRef } from 'react'
import { formatPlural, formatShortCount } from '../../../lib/numbers/format.ts'
import { formatDay, formatShortMonth } from '../../../lib/time/format.ts'
import { scrolledRows } from '../../../ui/use-virtual-rows.ts'
import { weeksOf, type HeatCell, listWeeks, toHeat } from './trends.model.ts'
import classes from './weeks-table.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** All rows have the same height, so that none of them has to be measured. */
const rowHeight = 35
/** Longer tables scroll inside themselves, under their months, and only the visible rows are rendered. */
const maxRowsInFull = 40

/** Trends week by week, darker where a trend is above its own usual level. */
export const WeeksTable = ({ trends }: { trends: readonly PortfolioTrend[] }) => {
  const scroller = useRef<HTMLElement>(null)
  const rows = useMemo(() => trends.map((trend) => ({ ...trend, weeks: weeksOf(trend) })), [trends])
  const weeks = useMemo(() => listWeeks(rows), [rows])
  const isLong = trends.length > maxRowsInFull
  // oxlint-disable-next-line react/incompatible-library -- concerns the React compiler, which is not used
  const virtualizer = useVirtualizer({
    count: isLong ? trends.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    ...scrolledRows,
    initialRect: { width: 1000, height: 800 },
  })
  const items = virtualizer.getVirtualItems()
  const renderedIndexes = isLong ? items.map(({ index }) => index) : rows.map((_, index) => index)
  const before = items[0]?.start ?? 0
  const after = isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  useLayoutEffect(() => {
    // people come for the newest weeks
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [])
  return (
    <>
      <Legend />
      <section
        ref={scroller}
        className={`${surfaces.panel} ${classes.frame}`}
        data-long={isLong || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
        tabIndex={0}
        aria-label="Trends by week"
      >
        <table
          className={classes.table}
          style={{ '--weeks': weeks.length } as CSSProperties}
          aria-rowcount={trends.length + 1}
        >
          <caption className={textStyles.hidden}>Documents a week of each trend</caption>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Trend</th>
              {weeks.map(({ week, firstDay }, index) => (
                <th key={week} scope="col" title={`Week from ${formatDay(firstDay)}`}>
                  <span className={textStyles.hidden}>{week}</span>
                  <span aria-hidden>{beginsMonth(weeks, index) && formatShortMonth(firstDay)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Gap height={before} />}
            {renderedIndexes.map((index) => {
              const trend = rows[index]
              return trend && <WeeksRow key={trend.id} trend={trend} weeks={weeks} index={index} />
            })}
            {after > 0 && <Gap height={after} />}
          </tbody>
        </table>
      </section>
    </>
  )
}

interface WeeksRowProps {
  trend: Omit<PortfolioTrend, 'weeks'> & { weeks: ReturnType<typeof weeksOf> }
  weeks: ReturnType<typeof listWeeks>
  index: number
}

const WeeksRow = memo(({ trend, weeks, index }: WeeksRowProps) => (
  <tr aria-rowindex={index + 2}>
    <th scope="row">
      <Link
        to="/signals/$signalId"
        params={{ signalId: trend.signalId }}
        preload={false}
        className={`${textStyles.plain} ${classes.name}`}
        title={trend.title}
      >
        {trend.title}
      </Link>
    </th>
    {toHeat(trend, weeks).map((cell) => (
      <Cell key={cell.week} cell={cell} />
    ))}
  </tr>
))

const beginsMonth = (weeks: readonly { firstDay: string }[], index: number): boolean =>
  index === 0 || weeks[index]?.firstDay.slice(0, 7) !== weeks[index - 1]?.firstDay.slice(0, 7)

const Cell = ({ cell: { documents, coveredDays, heat } }: { cell: HeatCell }) => (
  <td
    data-heat={heat ?? 'gap'}
    data-part={coveredDays > 0 && coveredDays < 7 ? true : undefined}
    title={
      documents === null
        ? undefined
        : `${formatPlural(documents, 'document')} on ${formatPlural(coveredDays, 'covered day')}`
    }
  >
    {documents === null ? <span className={textStyles.hidden}>not covered</span> : formatShortCount(documents)}
  </td>
)

const Gap = ({ height }: { height: number }) => <tr aria-hidden className={classes.gap} style={{ height }} />

const Legend = () => (
  <ul className={`${textStyles.note} ${classes.legend}`} aria-label="What the colours mean">
    <li>
      <Scale heats={[0, 1, 2, 3, 4, 5]} />
      From nothing to the most that each trend had on a covered day
    </li>
    <li>
      <Scale heats={['gap']} />
      Not covered; an underlined number is of a part of its week
    </li>
  </ul>
)

const Scale = ({ heats }: { heats: readonly (number | 'gap')[] }) => (
  <span className={classes.scale} aria-hidden>
    {heats.map((heat) => (
      <i key={heat} data-heat={heat} />
    ))}
  </span>
)
