import { Box } from '@mantine/core'
import type { Counts, SignalReport } from '@auspex/sdk'
import { formatDayRange, formatInstant, formatShare, formatSince } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { SeriesRange } from '../series/use-series-range.ts'
import { describeShards } from './shard-words.ts'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ReportNoteProps {
  /** The one that the figures are of. */
  report: SignalReport
  range: SeriesRange
  /** Whether they are of the chosen days alone. */
  isScoped: boolean
  isCounting: boolean
}

/** When it was measured, and what a reader must know of the figures. */
export const ReportNote = ({ report, range, isScoped, isCounting }: ReportNoteProps) => {
  const now = useNow()
  return (
    <Box component="p" className={textStyles.caption} mt={10}>
      {isCounting ? (
        <span role="status">Counting the chosen days…</span>
      ) : (
        <>
          <span title={formatInstant(report.computedAt)}>Measured {formatSince(report.computedAt, now)}</span>, of{' '}
          {isScoped
            ? `the chosen days, ${formatDayRange(range.first, range.last)}; the story beside the chart is of all days`
            : 'all days of the report'}
          .{!isScoped && !range.isWhole && ' The chosen days could not be counted.'}
        </>
      )}{' '}
      Ranges beside a figure are 95 % intervals.
      {report.provenance === 'demo' && ' The documents are made up for the demo.'}
      {isSample(report.counts) &&
        ` The counts are estimates from a sample of ${formatShare(report.counts.sampleFraction)} of the documents.`}
      {report.counts.shards && (
        <>
          {' '}
          <span className={`${surfaces.badge} ${surfaces.warning}`}>{describeShards(report.counts.shards)}</span>
        </>
      )}
      {report.stale && (
        <>
          {' '}
          <span className={`${surfaces.badge} ${surfaces.warning}`}>
            The library has changed since; measure again for today’s numbers.
          </span>
        </>
      )}
    </Box>
  )
}

/** Whether fewer documents were read than the shards that answered hold. */
const isSample = ({ sampled, sampleFraction, shards }: Counts): boolean =>
  sampled && (shards === null || sampleFraction < shards.answered / shards.total)
