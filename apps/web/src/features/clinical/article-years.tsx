import type { PubmedTimeSeries } from '@auspex/sdk'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { type ChartFile, exportsOf, tableOf } from '../../lib/files/download.ts'
import { failureSentences } from '../../lib/api/failure.ts'
import { formatCompact, formatCount, formatTimes } from '../../lib/numbers/format.ts'
import { formatInstant } from '../../lib/time/format.ts'
import { colorOfKind } from '../../lib/words/words.ts'
import { ChartFrame } from '../../ui/charts/chart-frame.tsx'
import type { ChartColumn } from '../../ui/charts/chart-model.ts'
import { ColumnChart } from '../../ui/charts/column-chart.tsx'
import { Legend } from '../../ui/charts/legend.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { yearsOptions } from './clinical.queries.ts'
import type { LiteratureSearch } from './clinical.search.ts'
import { OriginNote } from './clinical-notes.tsx'

/** The minimum ratio of shares to report as a change: anything smaller is called steady. */
const notableRatio = 1.1

/** Summarizes the years in a sentence: uses only complete years, and the share, because PubMed itself grows. */
export const summarizeYears = ({ condition, years, lastYearIsPartial }: PubmedTimeSeries): string => {
  const fullYears = lastYearIsPartial ? years.slice(0, -1) : years
  const knownYears = fullYears.filter(({ articles }) => articles !== null)
  const [first, last] = [knownYears[0], knownYears.at(-1)]
  if (first === undefined || last === undefined || first === last) {
    const only = last ?? years.at(-1)
    return only?.articles === null || only === undefined
      ? `Articles about ${condition}`
      : `${formatCount(only.articles)} articles about ${condition} in ${only.year}`
  }
  const firstSentence = `${formatCount(last.articles)} articles about ${condition} in ${last.year}`
  const peak = peakOf(knownYears)
  if (
    peak !== null &&
    peak.perMillion > (last.perMillion ?? 0) * notableRatio &&
    peak.perMillion > (first.perMillion ?? 0) * notableRatio
  )
    return `${firstSentence}: ${formatTimes((last.perMillion ?? 0) / peak.perMillion)} times the share of ${peak.year}, when it was highest`
  if (first.perMillion === null || last.perMillion === null || first.perMillion === 0)
    return `${firstSentence}, ${formatCount(first.articles)} in ${first.year}`
  const times = last.perMillion / first.perMillion
  if (times >= notableRatio) return `${firstSentence}: ${formatTimes(times)} times the share of ${first.year}`
  if (times <= 1 / notableRatio)
    return `${firstSentence}: the share fell to ${formatTimes(times)} times that of ${first.year}`
  return `${firstSentence}: about the share of ${first.year}`
}

/** The year with the largest share; null if no share is known. */
const peakOf = (years: PubmedTimeSeries['years']): { year: number; perMillion: number } | null =>
  years.reduce<{ year: number; perMillion: number } | null>(
    (best, { year, perMillion }) =>
      perMillion !== null && perMillion > (best?.perMillion ?? 0) ? { year, perMillion } : best,
    null,
  )

type Year = PubmedTimeSeries['years'][number]

const series = [{ key: 'articles', label: 'Articles', color: colorOfKind('paper') }]
const title = 'Articles by year'
/** How many years each press extends the chart back. */
const yearStep = 15

/** Articles by year as columns, their share of all articles as a line; the current year is pale. */
export const ArticleYears = ({ search }: { search: LiteratureSearch & { q: string } }) => {
  const { data, error, refetch, isFetching } = useQuery(yearsOptions(useClient(), search))
  if (data === undefined)
    return error ? (
      <SmallFailure words={failureSentences(error, 'The years could not be counted.')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={300} radius="md" role="group" aria-busy="true" aria-label="Loading the years" />
    )
  return (
    <YearsChart data={data} search={search} isCounting={!data.hasStopped || isFetching} onGoOn={() => void refetch()} />
  )
}

interface YearsChartProps {
  data: PubmedTimeSeries
  search: LiteratureSearch & { q: string }
  isCounting: boolean
  onGoOn: () => void
}

const YearsChart = ({ data, search, isCounting, onGoOn }: YearsChartProps) => {
  const navigate = useNavigate()
  const { years, lastYearIsPartial, origin } = data
  const columns = useMemo(
    () =>
      years.map((year, index): ChartColumn => {
        const partial = lastYearIsPartial && index === years.length - 1
        return {
          key: String(year.year),
          title: partial ? `${year.year}, so far` : String(year.year),
          values: [year.articles],
          partial,
          ...(year.total !== null && { note: `of ${formatCount(year.total)} articles in all` }),
        }
      }),
    [years, lastYearIsPartial],
  )
  const share = useMemo(
    () => ({
      key: 'share',
      label: `In a million of ${origin.name}’s articles`,
      color: 'var(--ink-2)',
      values: years.map(({ perMillion }) => perMillion),
      format: (value: number) => `${formatCount(Math.round(value))} in a million`,
    }),
    [years, origin.name],
  )
  const finding = summarizeYears(data)
  const file = { ...yearsFile(data, search.q), legend: [...series, share] }
  const openYear = (index: number) => {
    const year = years[index]?.year
    if (year !== undefined)
      void navigate({ to: '/literature', search: { ...search, year: String(year) }, resetScroll: false })
  }
  return (
    <ChartFrame
      title={title}
      heading={<h2 style={{ marginBottom: 10 }}>{finding}</h2>}
      legend={<Legend items={[...series, { ...share, line: true }]} />}
      {...exportsOf(title, file)}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`${title} about ${search.q}`}
          columns={columns}
          series={series}
          lines={[share]}
          xTicks={years.map(({ year }, index) => ({ index, label: String(year), major: year % 10 === 0 }))}
          yTitle="Articles a year"
          yFormat={formatCompact}
          valueFormat={formatCount}
          onOpen={openYear}
          onSelect={(from) => openYear(from)}
        />
      )}
      renderTable={() => <YearsTable data={data} />}
      footnote={
        <YearsFootnote
          data={data}
          isCounting={isCounting}
          onGoOn={onGoOn}
          onGoBack={(from) =>
            void navigate({ to: '/literature', search: { ...search, from: String(from) }, resetScroll: false })
          }
        />
      }
    />
  )
}

/** Whether the year is not over. */
const isRunning = ({ years, lastYearIsPartial }: PubmedTimeSeries, year: Year): boolean =>
  lastYearIsPartial && year === years.at(-1)

/** The chart as a file, without its legend. */
const yearsFile = (data: PubmedTimeSeries, topic: string): Omit<ChartFile, 'legend'> => {
  const { years, origin } = data
  return {
    subject: topic,
    headline: summarizeYears(data),
    subtitle: `${topic}: articles a year, ${years[0]?.year}–${years.at(-1)?.year}. ${origin.attribution}. Read ${formatInstant(origin.asOf)}.`,
    ...tableOf(years, {
      year: ({ year }) => year,
      articles: ({ articles }) => articles,
      'all articles': ({ total }) => total,
      'per million': ({ perMillion }) => perMillion,
      'year is over': (year) => (isRunning(data, year) ? 'no' : 'yes'),
      source: () => origin.name,
      'data as of': () => origin.asOf,
    }),
  }
}

interface YearsFootnoteProps {
  data: PubmedTimeSeries
  isCounting: boolean
  onGoOn: () => void
  /** Called with an earlier first year. */
  onGoBack: (from: number) => void
}

/** How to read the chart, which years are not counted, and where they come from. */
const YearsFootnote = ({ data, isCounting, onGoOn, onGoBack }: YearsFootnoteProps) => {
  const { years, lastYearIsPartial, isComplete, gapReason, origin } = data
  const first = years[0]?.year
  return (
    <>
      <p>
        The line is the share of all articles that year, because counts grow as PubMed grows.
        {lastYearIsPartial && ` Pale: ${years.at(-1)?.year} so far.`}
      </p>
      {!isComplete && (
        <p role="status">
          {years.filter(({ articles }) => articles !== null).length} of {years.length} years counted
          {gapReason !== null
            ? `. ${gapReason}`
            : isCounting
              ? '; the rest follows. Hatched: not counted yet.'
              : '. Hatched: not counted.'}{' '}
          {!isCounting && (
            <Button size="compact-xs" variant="default" onClick={onGoOn}>
              Continue counting
            </Button>
          )}
        </p>
      )}
      {isComplete && first !== undefined && first > 1950 && (
        <Button
          size="compact-xs"
          variant="default"
          my={8}
          display="block"
          onClick={() => onGoBack(Math.max(1945, first - yearStep))}
        >
          Go further back
        </Button>
      )}
      <OriginNote origin={origin} />
    </>
  )
}

const YearsTable = ({ data }: { data: PubmedTimeSeries }) => {
  const { years } = data
  const columns: readonly TableColumn<Year>[] = [
    {
      key: 'year',
      title: 'Year',
      renderCell: (year) => (isRunning(data, year) ? `${year.year}, so far` : year.year),
      sortBy: ({ year }) => year,
    },
    numeric('articles', 'Articles', ({ articles }) => articles),
    numeric('total', 'All articles', ({ total }) => total),
    numeric('share', 'In a million', ({ perMillion }) => perMillion),
  ]
  return (
    <DataTable
      caption={title}
      columns={columns}
      rows={years.toReversed()}
      rowKey={({ year }) => String(year)}
      maxHeight={300}
    />
  )
}

const numeric = (key: string, heading: string, valueOf: (year: Year) => number | null): TableColumn<Year> => ({
  key,
  title: heading,
  numeric: true,
  sortBy: valueOf,
  renderCell: (year) => {
    const value = valueOf(year)
    return value === null ? <span className={textStyles.quiet}>not counted</span> : formatCount(Math.round(value))
  },
})
