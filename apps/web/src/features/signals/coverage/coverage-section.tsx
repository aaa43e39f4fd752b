import { Box, Stack, Button, Collapse, Group } from '@mantine/core'
import type { CoverageSection as Coverage, CoverageSource, QueryEcho, SourceRun, SignalReport } from '@auspex/sdk'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { formatCount, formatDayRange, formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { Section } from '../../../ui/page.tsx'
import { AskSources, RunRow } from './ask-sources.tsx'
import { groupRuns } from '../../../lib/words/group-runs.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { statusWords } from '../../../lib/words/words.ts'
import { HowCounted } from '../provenance/how-counted.tsx'
import classes from '../sections.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** Sources that failed for the same reason: the reason once, their names, and each one on demand. */
const RunGroup = ({ runs }: { runs: readonly SourceRun[] }) => {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const [first] = runs
  if (first === undefined) return null
  return (
    <li>
      <div className={classes.run}>
        <span className={textStyles.strong}>{formatPlural(runs.length, 'source')}</span>
        <span className={textStyles.state} data-state="failed">
          {statusWords[first.status].label}
        </span>
        <span className={`${textStyles.soft} ${textStyles.breakable} ${classes.coverageWords}`}>
          {runs.map(({ label }) => label).join(', ')}. {first.reason}
          <Button
            display="block"
            mt={4}
            ml={-8}
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={toggle}
            aria-expanded={opened}
            aria-controls={id}
          >
            {opened ? 'Hide each' : 'Show each'}
          </Button>
        </span>
      </div>
      <Collapse expanded={opened} id={id}>
        {opened && (
          <Box component="ul" pl={16}>
            {runs.map((run) => (
              <RunRow key={run.source} run={run} />
            ))}
          </Box>
        )}
      </Collapse>
    </li>
  )
}

/** What was requested, what responded, and what is missing: the basis of every number. */
export const CoverageSection = ({ coverage, query }: { coverage: Coverage; query: QueryEcho }) => {
  const { pending, done } = coverage.enrichment
  const whole = pending + done
  const { ungrouped, sameReason } = groupRuns(coverage.runs)
  return (
    <Section
      id="coverage"
      title="Coverage"
      hint="Which sources were searched, which answered, and what the library holds. Every number is based on this."
    >
      <Stack gap={24}>
        <div>
          <Box component="h3" mb={8}>
            Last search
          </Box>
          {coverage.runs.length === 0 ? (
            <p className={textStyles.text}>No source was queried; the report was measured from the library.</p>
          ) : (
            <ul className={classes.runs}>
              {ungrouped.map((run) => (
                <RunRow key={run.source} run={run} />
              ))}
              {sameReason.map((runs) => (
                <RunGroup key={runs[0]?.source} runs={runs} />
              ))}
            </ul>
          )}
          <AskSources query={query} />
        </div>
        <div>
          <Box component="h3" mb={8}>
            In the library
          </Box>
          <DataTable
            caption="What the library holds of each source"
            columns={columns}
            rows={coverage.sources}
            rowKey={({ source }) => source}
          />
        </div>
        <p className={textStyles.text}>
          {pending === 0
            ? `All ${formatPlural(done, 'document')} of the library have been read for names and near-duplicates.`
            : `${formatCount(done)} of ${formatPlural(whole, 'document')} (${formatShare(done / whole)}) have been checked for names and near-duplicates. The rest follows in the background, so pieces and names may still change.`}
        </p>
      </Stack>
    </Section>
  )
}

const columns: readonly TableColumn<CoverageSource>[] = [
  { key: 'source', title: 'Source', renderCell: ({ label }) => label, sortBy: ({ label }) => label },
  {
    key: 'documents',
    title: 'Matching',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ source, label, documents }) => (
      <EvidenceLink filter={{ source }} label={`${formatPlural(documents, 'document')} from ${label}`}>
        {formatCount(documents)}
      </EvidenceLink>
    ),
  },
  {
    key: 'total',
    title: 'Documents held',
    numeric: true,
    renderCell: ({ total }) => formatCount(total),
    sortBy: ({ total }) => total,
  },
  {
    key: 'span',
    title: 'From – to',
    renderCell: ({ firstDay, lastDay }) => (firstDay && lastDay ? formatDayRange(firstDay, lastDay) : 'nothing held'),
    sortBy: ({ firstDay }) => firstDay,
  },
  {
    key: 'complete',
    title: 'Held',
    renderCell: ({ complete }) => (complete ? 'All of it: shares are known' : 'Only what searches fetched'),
  },
]

/** The numbers from which the rest is computed, each with its formula, query, documents and source runs. */
export const CountingSection = ({ report: { counts, momentum, tone } }: { report: SignalReport }) => {
  const numbers = [
    { title: 'Documents', name: 'how documents are counted', pointer: '/counts/documents', isTold: true },
    {
      title: 'Pieces',
      name: 'how pieces are counted',
      pointer: '/counts/storyClusters',
      isTold: counts.storyClusters !== null,
    },
    { title: 'Outlets', name: 'how outlets are counted', pointer: '/counts/outlets', isTold: true },
    {
      title: 'Growth',
      name: 'how growth is measured',
      pointer: '/momentum/ratio/value',
      isTold: momentum.ratio !== null,
    },
    { title: 'Mean tone', name: 'how tone is measured', pointer: '/tone/mean/value', isTold: tone.mean !== null },
    { title: 'Countries', name: 'how countries are counted', pointer: '/locations/known', isTold: true },
    { title: 'Contexts', name: 'how contexts are counted', pointer: '/contexts/documentsRead', isTold: true },
  ].filter(({ isTold }) => isTold)
  return (
    <Section
      id="counting"
      title="How it is counted"
      hint="Open a number to see its formula, query, documents and sources."
    >
      <Group component="ul" gap={8}>
        {numbers.map(({ title, name, pointer }) => (
          <li key={title} className={surfaces.chip}>
            {title} <HowCounted pointer={pointer} name={name} />
          </li>
        ))}
      </Group>
    </Section>
  )
}
