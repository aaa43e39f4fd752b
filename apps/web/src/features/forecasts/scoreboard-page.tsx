import { Box, Flex, Skeleton, Stack } from '@mantine/core'
import type { BandCoverage, ModelScore, StoredForecast, AuspexClient } from '@auspex/sdk'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getScoreboardQueryOptions, listForecastsQueryOptions } from '@auspex/sdk/react'
import { formatCount, formatPlural, formatShare } from '../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../lib/time/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page, Section } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The name of a model in a table: "Seasonal regression". */
const nameModel = (model: string): string => `${model.charAt(0).toUpperCase()}${model.slice(1)}`

/** A scaled error with two decimals, so that the values of a column are distinguishable. */
const formatMase = (value: number): string => value.toFixed(2)

const scoreColumns: readonly TableColumn<ModelScore>[] = [
  {
    key: 'model',
    title: 'Model',
    sortBy: ({ model }) => model,
    renderCell: ({ model, provenance }) => (
      <Flex component="span" className={textStyles.nowrap} gap={8} align="center">
        {nameModel(model)}
        {provenance === 'demo' && <span className={`${surfaces.badge} ${surfaces.warning}`}>demo</span>}
      </Flex>
    ),
  },
  {
    key: 'horizon',
    title: 'Days ahead',
    numeric: true,
    sortBy: ({ horizonDays }) => horizonDays,
    renderCell: ({ horizonDays }) => horizonDays,
  },
  {
    key: 'issued',
    title: 'Stored',
    numeric: true,
    sortBy: ({ issued }) => issued,
    renderCell: ({ issued }) => formatCount(issued),
  },
  {
    key: 'scored',
    title: 'Scored',
    numeric: true,
    sortBy: ({ scored }) => scored,
    renderCell: ({ scored, daysScored }) =>
      scored === 0 ? 'none yet' : `${formatCount(scored)}, ${formatPlural(daysScored, 'day')}`,
  },
  {
    key: 'mase',
    title: 'MASE scored',
    why: statisticsWords.mase,
    numeric: true,
    sortBy: ({ mase }) => mase,
    renderCell: ({ mase }) => (mase === null ? '–' : <b>{formatMase(mase)}</b>),
  },
  {
    key: 'promised',
    title: 'MASE promised',
    why: statisticsWords.masePromised,
    numeric: true,
    sortBy: ({ backtestMase }) => backtestMase,
    renderCell: ({ backtestMase }) => formatMase(backtestMase),
  },
  {
    key: 'naive',
    title: 'MASE naive',
    why: statisticsWords.maseNaive,
    numeric: true,
    sortBy: ({ naiveMase }) => naiveMase,
    renderCell: ({ naiveMase }) => (naiveMase === null ? '–' : formatMase(naiveMase)),
  },
  ...([0.5, 0.8, 0.95] as const).map((level): TableColumn<ModelScore> => ({
    key: `band${level}`,
    title: `${level * 100}% band`,
    why: statisticsWords.band,
    numeric: true,
    sortBy: (score) => bandOf(score, level)?.share ?? null,
    renderCell: (score) => <Coverage band={bandOf(score, level)} />,
  })),
]

const bandOf = ({ coverage }: ModelScore, level: number): BandCoverage | undefined =>
  coverage.find((band) => band.level === level)

const Coverage = ({ band }: { band: BandCoverage | undefined }) =>
  band === undefined || band.share === null ? (
    '–'
  ) : (
    <>
      {formatShare(band.share)}{' '}
      <Box component="span" className={`${textStyles.small} ${textStyles.nowrap}`} display="block">
        {formatShare(band.low)} to {formatShare(band.high)}
      </Box>
    </>
  )

/** One row per model and horizon: outcomes against forecasts. */
const ScoreTable = ({ items, caption }: { items: readonly ModelScore[]; caption: string }) => (
  <DataTable
    caption={caption}
    columns={scoreColumns}
    rows={items}
    rowKey={({ model, horizonDays, provenance }) => `${model} ${horizonDays} ${provenance}`}
  />
)

const forecastsPerPage = 50

const scoreboardOptions = (client: AuspexClient) => getScoreboardQueryOptions({ request: { client } })

const issuedForecastsOptions = (client: AuspexClient) =>
  listForecastsQueryOptions({ perPage: forecastsPerPage }, { request: { client } })

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
    renderCell: ({ days }) => {
      const [first, last] = [days.at(0), days.at(-1)]
      return first && last ? formatDayRange(first.day, last.day) : '–'
    },
  },
  { key: 'model', title: 'Model', sortBy: ({ model }) => model, renderCell: ({ model }) => nameModel(model) },
  {
    key: 'state',
    title: 'State',
    sortBy: ({ state, isBacktest }) => `${state} ${isBacktest}`,
    renderCell: ({ state, isBacktest }) =>
      isBacktest ? `Back-test, ${stateWords[state].toLowerCase()}` : stateWords[state],
  },
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
    title: 'In 80% band',
    why: statisticsWords.band,
    numeric: true,
    sortBy: ({ inside80 }) => inside80,
    renderCell: ({ inside80, daysScored }) => (inside80 === null ? '–' : `${inside80} of ${daysScored}`),
  },
]

/** The forecasts themselves, newest first, with the actual outcomes. */
const IssuedForecasts = () => {
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

/** The accuracy of all published forecasts, for everybody to check. */
export const ScoreboardPage = () => {
  const { data, error, refetch } = useQuery(scoreboardOptions(useClient()))
  return (
    <Page>
      <title>Scoreboard · Auspex</title>
      <div>
        <h1>Scoreboard</h1>
        <p className={textStyles.lead}>
          Every forecast shown in a report is stored that day, never changed, and scored once its days have passed.
        </p>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={24} role="group" aria-busy="true" aria-label="Loading the scoreboard">
            <Skeleton height={220} radius="md" />
            <Skeleton height={320} radius="md" />
          </Stack>
        )
      ) : data.issued + data.backtests === 0 ? (
        <EmptyState
          icon={<IconTargetArrow size={22} aria-hidden />}
          title="No forecasts yet"
          text="Open a signal’s forecast. It is stored at that moment and scored here once its days have passed."
          action={<LinkButton to="/">Search a topic</LinkButton>}
        />
      ) : (
        <>
          <Section
            title="By model"
            hint={
              data.issued === 0
                ? 'No forecasts of future days are stored yet.'
                : `${formatPlural(data.issued, 'forecast')} stored, ${data.scored === 0 ? 'none scored yet. Until their days have passed, only the back-test results are known' : `${formatPlural(data.scored, 'forecast')} scored`}.`
            }
          >
            {data.issued > 0 && (
              <ScoreTable
                caption="Scores by model and horizon"
                items={data.items.filter(({ isBacktest }) => !isBacktest)}
              />
            )}
            <Box component="p" className={textStyles.note} mt={12} maw="100ch">
              “Promised” is the value of the backtest when the forecasts were stored; “naive” repeats the last week on
              the same days. Bands show the share of days inside with its 95% interval. {data.method} {data.note}
            </Box>
          </Section>
          {data.backtests > 0 && (
            <Section
              title="Back-tests of archives"
              hint={`${formatPlural(data.backtests, 'back-test')} of topics whose sources have ended: their last weeks, forecast from the days before. They are not forecasts of future days, and none of the numbers above include them.`}
            >
              <ScoreTable
                caption="Scores of back-tests by model and horizon"
                items={data.items.filter(({ isBacktest }) => isBacktest)}
              />
            </Section>
          )}
          <IssuedForecasts />
        </>
      )}
    </Page>
  )
}
