import type { ForecastSection, HorizonForecast, ForecastModel } from '@auspex/sdk'
import { Box, Stack, Flex } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, useMemo } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { modelFigures } from '../../../lib/numbers/figures.ts'
import { formatCompact, formatCount, formatFactor, formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay, formatDayOfMonth } from '../../../lib/time/format.ts'
import { FanChart, type FanWords, FanTable, ModelsCard } from '../../../ui/charts/fan-chart.tsx'
import { fanHeader, fanLegend, fanRow, fanSteps } from '../../../ui/charts/fan-model.ts'
import { Legend } from '../../../ui/charts/legend.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Section } from '../../../ui/page.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../later-parts.module.css'
import { NullResult, ForecastSkeleton } from '../placeholders.tsx'
import { ChartCard } from '../series/chart-card.tsx'
import { forecastOptions } from '../signals.queries.ts'

const legend = fanLegend({ label: 'Documents' })

const words: FanWords = {
  day: formatDay,
  tickDay: (day, isOfNewYear) => (isOfNewYear ? formatDay(day) : formatDayOfMonth(day)),
  tick: formatCompact,
  value: formatFactor,
  actual: (documents) => (documents === null ? 'Not covered' : formatPlural(documents, 'document')),
}

/** What a forecast expects in all, or what it expected and what came. */
const describeHorizon = ({ days, actual, isBacktest }: HorizonForecast): string => {
  const expected = formatCount(Math.round(days.reduce((sum, { point }) => sum + point, 0)))
  const window = `the ${formatPlural(days.length, 'day')} from ${formatDay(days[0]?.day ?? '')}`
  const documents = actual.filter((value) => value !== null)
  if (!isBacktest || documents.length < days.length) return `About ${expected} documents are expected in ${window}`
  return `${formatPlural(
    documents.reduce((sum, value) => sum + value, 0),
    'document',
  )} came in ${window}, and about ${expected} were forecast`
}

/** The last months and the coming weeks with their bands; its table view has every number. */
const FanCard = ({ section, horizon, title }: FanCardProps) => {
  const steps = useMemo(
    () =>
      fanSteps(
        section.history.map(({ day, documents }) => ({ day, actual: documents })),
        horizon.days,
        horizon.actual,
      ),
    [section, horizon],
  )
  return (
    <ChartCard
      title="Documents a day"
      heading={
        <Box component="h3" fz="lead" fw={650} mb={10}>
          {describeHorizon(horizon)}
        </Box>
      }
      legend={<Legend items={legend} />}
      file={{
        subject: title,
        subtitle: `${horizon.isBacktest ? 'Back-test' : 'Forecast'} over ${horizon.horizonDays} days by ${horizon.model}, from ${formatDay(horizon.asOf)}, made on ${formatDay(horizon.issuedDay)}`,
        legend,
        header: fanHeader('documents'),
        rows: () => steps.map(fanRow),
      }}
      renderChart={(svg) => (
        <FanChart
          svgRef={svg}
          steps={steps}
          past="columns"
          words={words}
          label={`Documents a day about ${title}, and their ${horizon.isBacktest ? 'back-test' : 'forecast'}`}
        />
      )}
      renderTable={() => <FanTable steps={steps} words={words} {...(horizon.isBacktest && { actual: words.actual })} />}
      footnote={
        <>
          From {formatDay(horizon.asOf)}, by <b>{horizon.model}</b>.{' '}
          {horizon.isBacktest && 'Columns inside the bands are the actual values. '}Half of the days should fall in the
          inner band, four out of five in the middle one, and 19 out of 20 in the outer one.
        </>
      }
    />
  )
}

const renderName = ({ name, chosen }: ForecastModel) => (
  <Flex component="span" display="inline-flex" wrap="wrap" gap="2px 8px" align="center">
    {name}
    {chosen && (
      <span className={`${surfaces.badge} ${surfaces.accent} ${textStyles.strong}`}>
        <IconCheck size={13} stroke={2.2} aria-hidden /> chosen
      </span>
    )}
  </Flex>
)

/** How every model that was tried performed on the past, including the naive one that repeats the last week. */
const BacktestTable = ({ models }: { models: readonly ForecastModel[] }) => (
  <ModelsCard
    why="Each model forecast the past from several days, seeing only what came before. MASE is its mean error, divided by how much the days before the test differ from the same day a week earlier: lower is better, and the lowest is chosen. Seasonal naive only repeats the last week: a useful model scores below it. Bands were set from older tests only."
    caption="How the models did on the past"
    figures={modelFigures}
    models={models}
    renderName={renderName}
  />
)

/** The forecast of a signal: its chart, how the models performed on the past, and its limitations. */
export const Forecast = ({ signalId, title }: { signalId: string; title: string }) => {
  const { data, error, refetch } = useQuery(forecastOptions(useClient(), signalId))
  if (data?.section === 'forecast') return <ForecastView section={data} title={title} />
  if (error) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return <ForecastSkeleton />
}

const ForecastView = ({ section, title }: { section: ForecastSection; title: string }) => {
  const [days, setDays] = useState<string | null>(null)
  const [first] = section.horizons
  const horizon = section.horizons.find((one) => String(one.horizonDays) === days) ?? first
  if (horizon === undefined)
    return (
      <Stack gap={8}>
        <NullResult
          name="Forecast"
          result="No usable forecast"
          why={section.reason ?? 'no model did better than repeating the last week'}
        />
        <p className={textStyles.text}>
          <ScoreboardLink />
        </p>
      </Stack>
    )
  return (
    <Section
      id="forecast"
      title={horizon.isBacktest ? 'Back-test' : 'Forecast'}
      hint={
        horizon.isBacktest
          ? `The sources have ended, so this is not about the future. It shows their last weeks, forecast from ${formatDay(horizon.asOf)} as if the rest were unknown, next to the actual values.`
          : `Documents a day in the weeks from ${formatDay(horizon.asOf)}, by the model that did best on the past. Every forecast shown is stored, and scored once its days have passed.`
      }
    >
      <Stack gap={16}>
        {section.horizons.length > 1 && (
          <SegmentedControl
            className={classes.horizons}
            size="xs"
            aria-label="How far ahead"
            value={String(horizon.horizonDays)}
            onChange={setDays}
            data={section.horizons.map(({ horizonDays }) => ({
              value: String(horizonDays),
              label: `${horizonDays} days`,
            }))}
          />
        )}
        <FanCard section={section} horizon={horizon} title={title} />
        <BacktestTable models={horizon.models} />
        <Limits section={section} horizon={horizon} />
      </Stack>
    </Section>
  )
}

const Limits = ({ section, horizon }: { section: ForecastSection; horizon: HorizonForecast }) => (
  <p className={textStyles.limits}>
    <b>What it can’t know.</b> {section.note} Made on {formatDay(horizon.issuedDay)} from what was known until{' '}
    {formatDay(horizon.asOf)}; it will not be changed. <ScoreboardLink />
  </p>
)

const ScoreboardLink = () => (
  <Link to="/scoreboard" className={textStyles.inSentence}>
    How forecasts have done so far
  </Link>
)

interface FanCardProps {
  section: ForecastSection
  horizon: HorizonForecast
  title: string
}
