import type { ForecastSection, HorizonForecast } from '@auspex/sdk'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatDay } from '../../../lib/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { NullResult } from '../null-result.tsx'
import { forecastOptions } from '../signals.queries.ts'
import { BacktestTable } from './backtest-table.tsx'
import { FanCard } from './fan-card.tsx'
import { ForecastSkeleton } from './forecast-skeleton.tsx'
import classes from './forecast.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'

/** The forecast of a signal: its chart, how the models did on the past, and what it cannot know. */
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
      title="Forecast"
      hint="Documents a day in the coming weeks, by the model that did best on the past. What is shown is stored and scored when its days come."
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
    <b>What it cannot know.</b> {section.note} Made on {formatDay(horizon.issuedDay)} from what was known until{' '}
    {formatDay(horizon.asOf)}; it will not be changed. <ScoreboardLink />
  </p>
)

const ScoreboardLink = () => (
  <Link to="/scoreboard" className={textStyles.inSentence}>
    How forecasts have done so far
  </Link>
)
