import type { Contract } from '@auspex/contract'
import type { ReportBlockContent } from '@auspex/sdk/types'

/** The check of `measureReportBlock`'s body, which takes what a block shows: a text that holds one is judged as a request with it would be. */
export function createBlockCheck({ operations }: Contract): (value: unknown) => value is ReportBlockContent {
  const body = operations.find(({ id }) => id === 'measureReportBlock')?.body?.types.get('application/json')
  if (body === undefined) throw new TypeError('The contract has no measureReportBlock that takes JSON')
  return (value): value is ReportBlockContent => body.check({ content: value }).length === 0
}
