import { Box } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { formatInstant, formatSince } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** When it was measured, and what a reader must know of the figures. */
export const ReportNote = ({ report }: { report: SignalReport }) => (
  <Box component="p" className={textStyles.caption} mt={10}>
    <span title={formatInstant(report.computedAt)}>Measured {formatSince(report.computedAt, useNow())}</span>, of all
    days of the report. Ranges beside a figure are 95 % intervals.
    {report.provenance === 'demo' && ' The documents are made up for the demo.'}
    {report.counts.sampled &&
      ` The counts are estimates from a sample of ${Math.round(report.counts.sampleFraction * 100)} %.`}
    {report.stale && (
      <>
        {' '}
        <span className={`${surfaces.badge} ${surfaces.warning}`}>
          The library has changed since; measure again for the numbers of today.
        </span>
      </>
    )}
  </Box>
)
