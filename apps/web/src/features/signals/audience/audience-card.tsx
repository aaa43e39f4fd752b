import type { AudienceEstimate, AudienceInterest, AudienceSize } from '@auspex/sdk'
import { formatCompact, formatCount, formatPlural, formatShare } from '../../../lib/format.ts'
import { ChartCard } from '../series/chart-card.tsx'
import { noteOf, sayAges, sayPlace } from './audience.model.ts'
import classes from './audience.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { CellTable } from './cell-table.tsx'
import { IntervalPlot } from './interval-plot.tsx'

/** An estimate that has a number. */
export type CompleteEstimate = AudienceEstimate & {
  people: NonNullable<AudienceSize>
  interest: NonNullable<AudienceInterest>
}

/** Low, middle and high as an interval, the factors they are a product of, and every figure in the table. */
export const AudienceCard = ({ estimate, title }: { estimate: CompleteEstimate; title: string }) => {
  const { people, interest, population, online, cells, geo } = estimate
  const who = `${sayAges(estimate)}, ${sayPlace(geo)}`
  return (
    <ChartCard
      title="People who may be interested"
      file={{
        subject: title,
        subtitle: `People of ${who}: ${formatCount(people.low)} to ${formatCount(people.high)}`,
        legend: [],
        header: [
          'figure',
          'kind',
          'country',
          'value',
          'low',
          'high',
          'counts',
          'used',
          'note',
          'year',
          'source',
          'url',
        ],
        rows: () =>
          cells.map((cell) => [
            cell.label,
            cell.kind,
            cell.country,
            cell.value,
            cell.low,
            cell.high,
            cell.weight,
            cell.used ? 'yes' : 'no',
            noteOf(cell),
            cell.year,
            cell.source,
            cell.url,
          ]),
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
          {interest.geo === null ? '' : `, from ${sayPlace(interest.geo)} alone`}. The ends are the lowest and highest
          95 % bound among the sources, for authors and for documents.
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
