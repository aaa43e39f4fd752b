import type { AudienceEstimate, AudienceInterest, AudienceSize } from '@auspex/sdk'
import { type Ref, useMemo } from 'react'
import { tableOf } from '../../../lib/files/download.ts'
import { formatCompact, formatCount, formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { niceTicks } from '../../../ui/charts/chart-model.ts'
import charts from '../../../ui/charts/charts.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { useWidth } from '../../../ui/use-width.ts'
import classes from '../later-parts.module.css'
import { ChartCard } from '../series/chart-card.tsx'
import { noteOf, describeAges, describeRegion, labelPlaces, CellTable } from './cell-table.tsx'

const height = 128
/** Room at each end of the axis, for half of its label. */
const side = 26
/** Where the bar and the axis are, from the top; the value stands above the bar, low and high between the two. */
const middle = 56
const base = 98

interface IntervalPlotProps {
  size: NonNullable<AudienceSize>
  label: string
  svgRef: Ref<SVGSVGElement>
}

/** Low, middle and high on an axis from 0, so that the bar's length can be compared with none. */
const IntervalPlot = ({ size: { low, value, high }, label, svgRef }: IntervalPlotProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const ticks = useMemo(() => niceTicks(high, width < 480 ? 3 : 5), [high, width])
  const x = (people: number) => side + (people / (ticks.at(-1) ?? 1)) * Math.max(1, width - side * 2)
  const places = labelPlaces({ low: x(low), high: x(high), right: width })
  const description = `${label}: ${formatCount(value)}, from ${formatCount(low)} to ${formatCount(high)}`
  return (
    <div ref={ref}>
      <svg ref={svgRef} width={width} height={height} role="img" aria-label={description}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? charts.base : charts.grid} x1={x(tick)} x2={x(tick)} y1={30} y2={base} />
            <text className={charts.tick} x={x(tick)} y={base + 20} textAnchor="middle">
              {formatCompact(tick)}
            </text>
          </g>
        ))}
        <rect
          fill="var(--chart-1)"
          opacity={0.32}
          x={x(low)}
          y={middle - 9}
          width={Math.max(2, x(high) - x(low))}
          height={18}
          rx={9}
        />
        <circle fill="var(--chart-1)" stroke="var(--surface)" strokeWidth={2} cx={x(value)} cy={middle} r={7} />
        <text
          fill="var(--ink)"
          fontSize={14}
          fontWeight={620}
          x={Math.min(Math.max(x(value), 50), width - 50)}
          y={20}
          textAnchor="middle"
        >
          {formatCompact(value)}
        </text>
        <line stroke="var(--ink-3)" x1={x(value)} x2={x(value)} y1={26} y2={middle - 9} />
        <g fill="var(--ink-2)" stroke="var(--surface)" strokeWidth={4} paintOrder="stroke" fontSize={12}>
          <text x={places.low.x} y={middle + 30} textAnchor={places.low.anchor}>
            low {formatCompact(low)}
          </text>
          <text x={places.high.x} y={middle + 30} textAnchor={places.high.anchor}>
            high {formatCompact(high)}
          </text>
        </g>
      </svg>
    </div>
  )
}

/** An estimate with a number. */
export type CompleteEstimate = AudienceEstimate & {
  people: NonNullable<AudienceSize>
  interest: NonNullable<AudienceInterest>
}

/** Low, middle and high as an interval, the factors whose product they are, and every figure in the table. */
export const AudienceCard = ({ estimate, title }: { estimate: CompleteEstimate; title: string }) => {
  const { people, interest, population, online, cells, geo } = estimate
  const who = `${describeAges(estimate)}, ${describeRegion(geo)}`
  return (
    <ChartCard
      title="People who may be interested"
      file={{
        subject: title,
        subtitle: `People of ${who}: ${formatCount(people.low)} to ${formatCount(people.high)}`,
        legend: [],
        ...tableOf(cells, {
          figure: ({ label }) => label,
          kind: ({ kind }) => kind,
          country: ({ country }) => country,
          value: ({ value }) => value,
          low: ({ low }) => low,
          high: ({ high }) => high,
          counts: ({ weight }) => weight,
          used: ({ used }) => (used ? 'yes' : 'no'),
          note: noteOf,
          year: ({ year }) => year,
          source: ({ source }) => source,
          url: ({ url }) => url,
        }),
      }}
      renderChart={(svg) => (
        <>
          <Factors population={population} online={online} interest={interest} people={people} who={who} />
          <IntervalPlot svgRef={svg} size={people} label={`People of ${who} who may be interested in ${title}`} />
        </>
      )}
      renderTable={() => <CellTable cells={cells} caption="Every figure and its source" />}
      footnote={
        <>
          Interest is {formatCount(interest.interested)} of {formatPlural(interest.asked, nounOf(interest.basis))} in
          the sources the library holds whole
          {interest.geo === null ? '' : `, from ${describeRegion(interest.geo)} alone`}. The ends are the lowest and
          highest 95% bound among the sources, for authors and for documents, and of what one more outlet may tell.
        </>
      }
    />
  )
}

const nounOf = (basis: NonNullable<AudienceInterest>['basis']) => (basis === 'authors' ? 'named author' : 'document')

interface FactorsProps {
  population: number | null
  online: number | null
  interest: NonNullable<AudienceInterest>
  people: NonNullable<AudienceSize>
  who: string
}

const Factors = ({ population, online, interest, people, who }: FactorsProps) => (
  <dl className={classes.factors}>
    <div>
      <dt>People of {who}</dt>
      <dd className={textStyles.figure}>{population === null ? 'unknown' : formatCompact(population)}</dd>
    </div>
    <div data-sign="×">
      <dt>On the internet</dt>
      <dd className={textStyles.figure}>
        {population === null || online === null || population === 0 ? 'unknown' : formatShare(online / population)}
      </dd>
    </div>
    <div data-sign="×">
      <dt>Interested</dt>
      <dd className={textStyles.figure}>
        {formatShare(interest.value)}{' '}
        <span className={textStyles.caption}>
          {formatShare(interest.low)} to {formatShare(interest.high)}
        </span>
      </dd>
    </div>
    <div data-sign="=" data-result>
      <dt>May be interested</dt>
      <dd className={textStyles.figure}>
        {formatCompact(people.value)}{' '}
        <span className={textStyles.caption}>
          {formatCompact(people.low)} to {formatCompact(people.high)}
        </span>
      </dd>
    </div>
  </dl>
)
