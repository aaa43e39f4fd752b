import type { ForecastSection, HorizonForecast } from '@auspex/sdk'
import { SegmentedControl, Stack } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatDay } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { forecastOptions } from '../signals.queries.ts'
import { BacktestTable } from './backtest-table.tsx'
import { FanCard } from './fan-card.tsx'
import { ForecastSkeleton } from './forecast-skeleton.tsx'
import classes from './forecast.module.css'
import textStyles from '../../../ui/text-styles.module.css'

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
      <Card>
        <EmptyState
          level={3}
          icon={<IconTargetArrow size={22} aria-hidden />}
          title="No forecast"
          text={section.reason}
        />
      </Card>
    )
  return (
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
  )
}

const Limits = ({ section, horizon }: { section: ForecastSection; horizon: HorizonForecast }) => (
  <p className={textStyles.limits}>
    <b>What it cannot know.</b> {section.note} Made on {formatDay(horizon.issuedDay)} from what was known until{' '}
    {formatDay(horizon.asOf)}; it will not be changed.{' '}
    <Link to="/scoreboard" className={textStyles.link}>
      How forecasts have done so far
    </Link>
  </p>
)
