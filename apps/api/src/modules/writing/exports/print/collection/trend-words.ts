import { formatDay, formatDayRange } from '@auspex/analytics'
import type { PortfolioTrend } from '@auspex/sdk/types'

/** What is counted for a signal, with the requested days: the title can be any text a person typed. */
export function describeCounted({ subject, title, startDate, endDate }: PortfolioTrend['query']): string {
  const subjectText = subject ?? title
  if (startDate !== null && endDate !== null) return `${subjectText}, ${formatDayRange(startDate, endDate)}`
  if (startDate !== null) return `${subjectText}, from ${formatDay(startDate)} on`
  return endDate === null ? subjectText : `${subjectText}, until ${formatDay(endDate)}`
}

/** Why values of a signal are unknown, one sentence each. */
export function listGaps({ title, momentumReason, outcome, refreshedAt }: PortfolioTrend): string[] {
  const failure = outcome?.state === 'failed' ? (outcome.reason ?? 'No reason is known.') : null
  if (refreshedAt === null)
    return [failure === null ? `${title} was not measured yet.` : `${title} could not be measured: ${failure}`]
  return [
    ...(failure === null ? [] : [`${title} could not be measured again, and its figures are older: ${failure}`]),
    ...(momentumReason === null ? [] : [`${title} has no growth: ${momentumReason}`]),
  ]
}
