import { Box } from '@mantine/core'
import type { Counts, SignalReport, ShardCoverage } from '@auspex/sdk'
import { formatDayRange, formatInstant, formatShare, formatSince, formatCount } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { SeriesRange } from '../series/use-series.ts'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ReportNoteProps {
  /** The report of the figures. */
  report: SignalReport
  range: SeriesRange
  /** Whether they cover only the chosen days. */
  isScoped: boolean
  isCounting: boolean
}

/** When it was measured, and what to know about the figures. */
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

/** Whether fewer documents were read than the responding shards contain. */
const isSample = ({ sampled, sampleFraction, shards }: Counts): boolean =>
  sampled && (shards === null || sampleFraction < shards.answered / shards.total)

/** A warning about numbers that were counted while some shards were unavailable. */
const describeShards = ({ answered, total }: ShardCoverage): string => {
  const others = answered === 1 ? 'one' : formatCount(answered)
  return `${formatCount(total - answered)} of ${formatCount(total)} document stores did not answer. These numbers are estimates from the other ${others}.`
}
