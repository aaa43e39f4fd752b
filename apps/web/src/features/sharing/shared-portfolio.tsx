import type { Portfolio, PortfolioTrend, Project } from '@auspex/sdk'
import { formatCount, formatDay, formatGrowth, formatPlural, formatTone } from '../../lib/numbers/format.ts'
import { stageMeanings, stageWords } from '../../lib/words/words.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'
import classes from './sharing.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A portfolio: each of its signals in a row. */
export const SharedPortfolio = ({ portfolio, level = 1 }: { portfolio: Portfolio; level?: 1 | 2 }) => {
  const Heading = `h${level}` as const
  const { title, trends, trendCount, updatedAt } = portfolio
  return (
    <article className={classes.report}>
      <div>
        <Heading>{title}</Heading>
        <p className={textStyles.soft}>
          {formatPlural(trendCount, 'signal')} · changed {formatDay(updatedAt)}
        </p>
      </div>
      {trends.length > 0 && (
        <DataTable caption={`Signals of ${title}`} columns={columns} rows={trends} rowKey={({ id }) => id} />
      )}
    </article>
  )
}

export const SharedProject = ({ project, portfolios }: { project: Project; portfolios: readonly Portfolio[] }) => (
  <div className={classes.report}>
    <h1>{project.displayTitle}</h1>
    {portfolios.length === 0 && <p className={textStyles.soft}>This project has no portfolios.</p>}
    {portfolios.map((portfolio) => (
      <SharedPortfolio key={portfolio.id} portfolio={portfolio} level={2} />
    ))}
  </div>
)

const growthOf = ({ momentum }: PortfolioTrend) => momentum && formatGrowth(momentum)

const columns: readonly TableColumn<PortfolioTrend>[] = [
  { key: 'title', title: 'Signal', renderCell: ({ title }) => title },
  {
    key: 'level',
    title: 'A day',
    numeric: true,
    renderCell: ({ level }) => <ValueOrUnknown value={level?.average ?? null} format={formatCount} />,
  },
  {
    key: 'growth',
    title: 'Growth',
    numeric: true,
    renderCell: (trend) => {
      const growth = growthOf(trend)
      return growth === null ? (
        <span className={textStyles.quiet}>unknown</span>
      ) : (
        <span className={textStyles.figure} data-sure={growth.isSure} title={`95% interval ${growth.interval}`}>
          {growth.value}
        </span>
      )
    },
  },
  {
    key: 'stage',
    title: 'Stage',
    renderCell: ({ stage }) => (
      <span title={stage === null ? undefined : stageMeanings[stage]}>
        <ValueOrUnknown value={stage} format={(value) => stageWords[value]} />
      </span>
    ),
  },
  {
    key: 'tone',
    title: 'Tone',
    numeric: true,
    renderCell: ({ tone }) => <ValueOrUnknown value={tone?.value ?? null} format={formatTone} />,
  },
  {
    key: 'sparkline',
    title: 'Lately',
    renderCell: ({ sparkline, title }) => (
      <Sparkline values={sparkline.map(({ documents }) => documents)} label={`${title}, documents a day`} />
    ),
  },
]
