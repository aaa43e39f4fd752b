import type { CardPoint, ChartCard } from '@auspex/sdk'
import { useMemo } from 'react'
import { grainWords } from '../buckets.ts'
import { formatDayRange } from '../format.ts'
import { SeriesChart } from '../../ui/charts/series-chart.tsx'
import { chartWords } from './card-words.ts'
import { toSeries } from './series.model.ts'
import { SeriesTable } from './series-table.tsx'
import classes from './cards.module.css'
import textStyles from '../../ui/text-styles.module.css'

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
  /** What it is of, for a screen reader. */
  subject: string | null
  /** Whether words around it say what is measured, which a slide then says once. */
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
