import { Box, Button, Flex, Group, Tooltip } from '@mantine/core'
import { IconBell, IconChartLine, IconCheck, IconLink, IconRefresh } from '@tabler/icons-react'
import { useClipboard } from '@mantine/hooks'
import type { SignalReport } from '@auspex/sdk'
import { countryName } from '../../../lib/countries.ts'
import { formatDayRange, formatInstant, formatSince } from '../../../lib/format.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { useSourceNames } from '../../../lib/source-names.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import { SendSignal } from '../send/send-signal.tsx'
import { KeyFigures } from './key-figures.tsx'
import classes from './report-header.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** What was measured, when, and the figures that sum it up. */
export const ReportHeader = ({ report }: { report: SignalReport }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  const { query } = report
  const now = useNow()
  const nameSource = useSourceNames()
  const scope = [
    query.geo ? countryName(query.geo) : 'Everywhere',
    formatDayRange(report.firstDay, report.lastDay),
    query.sources.map(nameSource).join(', ') || 'All sources',
    query.entity && `names ${query.entity}`,
  ].filter(Boolean)
  return (
    <Flex component="header" direction="column" gap={24}>
      <Group gap="16px 32px" align="flex-start" justify="space-between">
        <Box miw={0}>
          <Box component="p" className={textStyles.eyebrow} mb={4}>
            Signal report
          </Box>
          <h1 className={classes.title}>{query.title}</h1>
          <Box component="p" className={textStyles.soft} mt={8} fz={15}>
            {scope.join(' · ')}
          </Box>
        </Box>
        <Group gap="xs">
          <LinkButton
            to="/compare"
            search={{ signals: report.signalId }}
            preload={false}
            variant="default"
            leftSection={<IconChartLine size={16} aria-hidden />}
          >
            Compare
          </LinkButton>
          <LinkButton
            to="/monitors"
            search={{
              term: query.query_term ?? query.canonical,
              geo: query.geo ?? undefined,
              entity: query.entity ?? undefined,
              source: query.sources.length > 0 ? query.sources : undefined,
            }}
            preload={false}
            variant="default"
            leftSection={<IconBell size={16} aria-hidden />}
          >
            Monitor this
          </LinkButton>
          <SendSignal signalId={report.signalId} title={query.title} />
          <ExportMenu signalId={report.signalId} />
          <Tooltip label={clipboard.copied ? 'Link copied' : 'Copy link'}>
            <Button
              variant="default"
              px={10}
              aria-label={clipboard.copied ? 'Link copied' : 'Copy link'}
              onClick={() => clipboard.copy(window.location.href)}
            >
              {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
            </Button>
          </Tooltip>
          {report.stale ? (
            <LinkButton
              to="/search"
              search={toForcedSearch(report)}
              preload={false}
              leftSection={<IconRefresh size={16} aria-hidden />}
            >
              Measure again
            </LinkButton>
          ) : (
            <Tooltip label="Measure again">
              <LinkButton
                to="/search"
                search={toForcedSearch(report)}
                preload={false}
                variant="default"
                px={10}
                aria-label="Measure again"
              >
                <IconRefresh size={16} aria-hidden />
              </LinkButton>
            </Tooltip>
          )}
        </Group>
      </Group>
      <KeyFigures report={report} />
      <Box component="p" className={textStyles.caption} mt={-8}>
        <span title={formatInstant(report.computedAt)}>Measured {formatSince(report.computedAt, now)}</span>. Ranges
        beside a figure are 95 % intervals.
        {report.provenance === 'demo' && ' The documents are made up for the demo.'}
        {report.stale && (
          <span className={`${surfaces.badge} ${surfaces.warning} ${classes.stale}`}>
            The library has changed since; measure again for numbers of today.
          </span>
        )}
        {report.counts.sampled &&
          ` The counts are estimates from a sample of ${Math.round(report.counts.sampleFraction * 100)} %.`}
      </Box>
    </Flex>
  )
}

/** The same query, fetched again from every source. A pair of terms is searched by its canonical form. */
const toForcedSearch = ({ query }: SignalReport) => ({
  term: query.query_term ?? query.canonical,
  geo: query.geo ?? undefined,
  entity: query.entity ?? undefined,
  source: query.sources.length > 0 ? query.sources : undefined,
  from: query.startDate ?? undefined,
  to: query.endDate ?? undefined,
  force: '1' as const,
})
