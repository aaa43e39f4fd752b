import type { MeasuredCorrelation, SignalComparison } from '@auspex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { correlationOptions, type PriceChoice } from './compare.queries.ts'
import type { ComparisonRange } from './use-comparison-range.ts'

/**
 * The chosen price beside each signal. The line over the chart covers all days, so that it stays while the range changes; the
 * correlations cover the chosen days.
 */
export const usePrice = (
  { signals }: Pick<SignalComparison, 'signals'>,
  { range, price }: { range: ComparisonRange; price: PriceChoice | null },
) => {
  const client = useClient()
  const choice = price ?? { symbol: '', market: 'stock' as const }
  const days = {
    from: range.first > range.firstDay ? range.first : undefined,
    to: range.last < range.lastDay ? range.last : undefined,
  }
  const correlations = useQueries({
    queries: signals.map(({ signalId }) => ({
      ...correlationOptions(client, { ...choice, signalId, ...days }),
      enabled: price !== null,
    })),
  })
  const longestSignal = signals.reduce<(typeof signals)[number] | undefined>(
    (best, one) => (best === undefined || countValues(one) > countValues(best) ? one : best),
    undefined,
  )
  const whole = useQuery({
    ...correlationOptions(client, {
      ...choice,
      signalId: longestSignal?.signalId ?? '',
      from: undefined,
      to: undefined,
    }),
    enabled: price !== null && longestSignal !== undefined,
  })
  const overlay: MeasuredCorrelation | null =
    price !== null && whole.data !== undefined && whole.data.outcome !== 'failed' ? whole.data : null
  return { results: correlations.map(({ data, error }) => ({ data, error })), overlay }
}

const countValues = ({ values }: SignalComparison['signals'][number]) => values.filter((value) => value !== null).length
