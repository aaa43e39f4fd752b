import type { SignalReport } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import type { SeriesRange } from '../series/use-series-range.ts'
import { daysReportOptions } from '../signals.queries.ts'
import type { Scope } from './scope.ts'

/**
 * The report of the chosen days, which a search for them would have too. Until it is there, the one before stays, and is said
 * to be that.
 */
export const useDaysReport = (report: SignalReport, { first, last, isWhole }: SeriesRange) => {
  const days = isWhole ? null : { from: first, to: last }
  const { data, error, isPlaceholderData, refetch } = useQuery(daysReportOptions(useClient(), report.signalId, days))
  const shown = days === null ? report : (data ?? report)
  const isOf = days === null || (data !== undefined && !isPlaceholderData)
  const scope: Scope | null = days !== null && isOf ? { signalId: shown.signalId, since: first, until: last } : null
  return { shown, scope, isCounting: !isOf && error === null, error: days === null ? null : error, refetch }
}

export type DaysReport = ReturnType<typeof useDaysReport>
