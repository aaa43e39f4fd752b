import type { SignalReport } from '@auspex/sdk'
import { formatDayRange, formatPlural } from '../../../lib/format.ts'
import type { SeriesRange } from '../series/use-series-range.ts'

/** What a chart of the chosen days shows. What happened is told of all days: few days have no usual level to stand out from. */
export const daysFinding = (
  { counts, query }: Pick<SignalReport, 'counts' | 'query'>,
  { first, last }: Pick<SeriesRange, 'first' | 'last'>,
): string =>
  `${formatPlural(counts.documents, 'document')} ${counts.documents === 1 ? 'mentions' : 'mention'} ${query.title}, ${formatDayRange(first, last)}${sayLater(counts)}`

/** What is dated ahead is counted, and is of none of the days that are named. */
const sayLater = ({ laterDocuments = 0 }: SignalReport['counts']): string =>
  laterDocuments === 0 ? '' : `, with ${formatPlural(laterDocuments, 'document')} dated later`
