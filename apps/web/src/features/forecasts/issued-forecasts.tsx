import type { StoredForecast } from '@auspex/sdk'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatDay, formatDayRange } from '../../lib/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Section } from '../../ui/section.tsx'
import { issuedForecastsOptions } from './forecasts.queries.ts'
import { formatMase, nameModel } from './forecast-words.ts'
import { statisticsWords } from '../../lib/statistics-words.ts'
import textStyles from '../../ui/text-styles.module.css'

const stateWords: Record<StoredForecast['state'], string> = {
  open: 'Still open',
  scored: 'Scored',
  unscorable: 'No documents for those days',
}

const columns: readonly TableColumn<StoredForecast>[] = [
  {
    key: 'title',
    title: 'Signal',
    sortBy: ({ title }) => title,
    renderCell: ({ signalId, title }) => (
      <Link to="/signals/$signalId" params={{ signalId }} search={{ tab: 'outlook' }} className={textStyles.link}>
        {title}
      </Link>
    ),
  },
  {
    key: 'issued',
    title: 'Stored on',
    sortBy: ({ issuedDay }) => issuedDay,
    renderCell: ({ issuedDay }) => formatDay(issuedDay),
  },
  {
    key: 'days',
    title: 'Days forecast',
    sortBy: ({ days }) => days[0]?.day ?? null,
    renderCell: ({ days }) => formatDayRange(days[0]?.day ?? '', days.at(-1)?.day ?? ''),
  },
  { key: 'model', title: 'Model', sortBy: ({ model }) => model, renderCell: ({ model }) => nameModel(model) },
  { key: 'state', title: 'State', sortBy: ({ state }) => state, renderCell: ({ state }) => stateWords[state] },
  {
    key: 'mase',
    title: 'MASE (naive)',
    why: `${statisticsWords.mase} In brackets: ${statisticsWords.maseNaive}`,
    numeric: true,
    sortBy: ({ mase }) => mase,
    renderCell: ({ mase, naiveMase }) =>
      mase === null || naiveMase === null ? '–' : `${formatMase(mase)} (${formatMase(naiveMase)})`,
  },
  {
    key: 'inside',
    title: 'In 80 % band',
    why: statisticsWords.band,
    numeric: true,
    sortBy: ({ inside80 }) => inside80,
    renderCell: ({ inside80, daysScored }) => (inside80 === null ? '–' : `${inside80} of ${daysScored}`),
  },
]

/** The forecasts themselves, newest first, with what came. */
export const IssuedForecasts = () => {
  const { data, error, refetch } = useQuery(issuedForecastsOptions(useClient()))
  return (
    <Section title="Forecasts" hint="The newest 50, as they were stored.">
      {data ? (
        <DataTable
          caption="Stored forecasts"
          columns={columns}
          rows={data.items}
          rowKey={({ id }) => id}
          maxHeight={560}
        />
      ) : error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Section>
  )
}
