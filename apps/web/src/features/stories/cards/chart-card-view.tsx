import type { CardPoint, ChartCard } from '@auspex/sdk'
import { useMemo, useState } from 'react'
import { grainWords } from '../../../lib/time/buckets.ts'
import { formatDayRange } from '../../../lib/numbers/format.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { chartWords } from './card-words.ts'
import { toSeries, type CardSeries } from './series.model.ts'
import classes from './cards.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { UnstyledButton } from '@mantine/core'
import { Chevron } from '../../../ui/disclosure.tsx'

interface ChartCardViewProps {
  content: ChartCard
  caption: string | null
  isSlide: boolean
}

/** A measured series as a chart with its table. */
export const ChartCardView = ({ content: { title, measure, points }, caption, isSlide }: ChartCardViewProps) => (
  <>
    {title !== undefined && <p className={textStyles.eyebrow}>{title}</p>}
    <SeriesView
      measure={measure}
      points={points}
      subject={caption ?? title ?? null}
      isNamed={caption !== null}
      isSlide={isSlide}
    />
  </>
)

interface SeriesViewProps {
  measure: ChartCard['measure']
  points: readonly CardPoint[]
  /** Its subject, for a screen reader. */
  subject: string | null
  /** Whether the surrounding text already names the measure, which a slide then shows only once. */
  isNamed: boolean
  isSlide: boolean
}

export const SeriesView = ({ measure, points, subject, isNamed, isSlide }: SeriesViewProps) => {
  const series = useMemo(() => toSeries(points), [points])
  const { name, format, formatShort } = chartWords[measure]
  const [first, last] = [points[0]?.day, points.at(-1)?.day]
  if (first === undefined || last === undefined) return <p className={textStyles.soft}>No day has been measured yet.</p>
  return (
    <>
      <p className={classes.measure}>
        {!(isSlide && isNamed) && <b>{name}</b>}
        <span className={textStyles.caption}>
          {formatDayRange(first, last)}
          {series.grain !== 'day' && ` · each point is the mean of a ${grainWords[series.grain]}’s covered days`}
        </span>
      </p>
      <div className={classes.chart}>
        <SeriesChart
          label={`${subject === null ? '' : `${subject}: `}${name}, ${formatDayRange(first, last)}`}
          steps={series.steps}
          ticks={series.ticks}
          isSigned={measure === 'tone'}
          height={isSlide ? 420 : 240}
          format={format}
          formatShort={formatShort}
        />
      </div>
      {!isSlide && <SeriesTable series={series} name={name} format={format} />}
    </>
  )
}

interface SeriesTableProps {
  series: CardSeries
  name: string
  format: (value: number) => string
}

/** The numbers of a chart, for anyone who cannot see it or wants to copy one. Rendered when it is opened. */
const SeriesTable = ({ series, name, format }: SeriesTableProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <UnstyledButton
        className={`${textStyles.caption} ${classes.tableButton}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron isOpen={isOpen} size={14} /> {isOpen ? 'Hide the numbers' : 'Show the numbers'}
      </UnstyledButton>
      {isOpen && (
        <section
          className={classes.tableFrame}
          aria-label={`${name} as a table`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
          tabIndex={0}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">{name}</th>
              </tr>
            </thead>
            <tbody>
              {series.steps.map(({ key, title, value }) => (
                <tr key={key}>
                  <th scope="row">{title}</th>
                  <td>{value === null ? <span className={textStyles.quiet}>not covered</span> : format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
