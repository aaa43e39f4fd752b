import type { MeasuredCorrelation } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatDay } from '../../lib/format.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { priceForecastOptions } from './compare.queries.ts'
import { PriceFan } from './price-fan.tsx'
import { PriceModels } from './price-models.tsx'
import textStyles from '../../ui/text-styles.module.css'

interface PriceForecastProps {
  symbol: string
  /** Closes that the comparison knows, for the time before the forecast. */
  days: MeasuredCorrelation['days']
}

/** Where the price may go, on demand: it costs more than a look, and few who compare ask for it. */
export const PriceForecast = ({ symbol, days }: PriceForecastProps) => {
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...priceForecastOptions(useClient(), symbol),
    enabled: isAsked,
  })
  if (!isAsked)
    return (
      <Group mt={16} gap="8px 16px">
        <Button
          variant="default"
          leftSection={<IconTargetArrow size={16} stroke={1.7} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          Forecast of the price
        </Button>
        <p className={`${textStyles.note} ${textStyles.wide}`}>
          The next 20 trading days of {symbol}, with how sure that is. Not advice.
        </p>
      </Group>
    )
  if (data)
    return (
      <Stack mt={16} gap={16} role="group" aria-label={`Forecast of ${symbol}`}>
        <PriceFan forecast={data} days={days} />
        <PriceModels models={data.models} />
        <p className={`${textStyles.note} ${textStyles.wide}`}>
          <b>What it cannot know.</b> {data.note} Prices: {data.origin.providerName}
          {data.origin.attribution ? `, ${data.origin.attribution}` : ''}, until {formatDay(data.asOf)}
          {data.origin.adjusted ? '.' : '; not adjusted for splits and dividends.'}
        </p>
      </Stack>
    )
  if (error && !isFetching) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack mt={16} gap={16} role="group" aria-busy="true" aria-label="Loading the forecast">
      <Skeleton height={366} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </Stack>
  )
}
