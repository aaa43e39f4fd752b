import type {
  CoverageSection as Coverage,
  CoverageSource,
  QueryEcho,
  SourceRun,
  SignalReport,
  SourceCounts,
  SourceKey,
} from '@auspex/sdk'
import { Box, Stack, Button, Collapse, Group, Loader, MultiSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatCount, formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { formatDayRange, formatDuration } from '../../../lib/time/format.ts'
import { groupRuns } from '../../../lib/words/group-runs.ts'
import { statusWords } from '../../../lib/words/words.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { Section } from '../../../ui/page.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { EvidenceLink } from '../evidence-link.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import classes from '../sections.module.css'
import { askSourcesOptions, sourcesOptions } from '../signals.queries.ts'

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
  const total = pending + done
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
            : `${formatCount(done)} of ${formatPlural(total, 'document')} (${formatShare(done / total)}) have been checked for names and near-duplicates. The rest follows in the background, so pieces and names may still change.`}
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

/** Joins sentences from the sources, each with exactly one full stop. */
const toSentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.replace(/[.\s]+$/, '')}.`).join(' ')

/** How one source responded to the last search, in its own words. */
const RunRow = ({ run }: { run: SourceRun }) => {
  const { label, meaning, state } = statusWords[run.status]
  return (
    <li className={classes.run}>
      <span className={textStyles.strong}>{run.label}</span>
      <span className={textStyles.state} data-state={state}>
        {label}
      </span>
      <span className={`${textStyles.soft} ${textStyles.breakable} ${classes.coverageWords}`}>
        {toSentences([
          run.reason ??
            `${meaning}: ${formatPlural(run.documentsSeen, 'document')} found, ${formatCount(run.documentsStored)} new`,
          ...(run.complete || state !== 'good' ? [] : ['The source cut its answer']),
          ...run.notHonoured.map((part) => (part.includes(' ') ? part : `Could not honour ${part}`)),
        ])}
        {run.durationMs !== null && (
          <span className={`${textStyles.quiet} ${textStyles.tabular}`}> {formatDuration(run.durationMs)}</span>
        )}
        {run.nativeQuery && (
          <Box component="span" className={textStyles.fine} display="block">
            Asked as <code>{run.nativeQuery}</code>
          </Box>
        )}
      </span>
    </li>
  )
}

const none: readonly SourceKey[] = []

/** Queries chosen sources again, now, with the query of the report, and shows what each has. */
const AskSources = ({ query }: { query: QueryEcho }) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <Box mt={14}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBroadcast size={15} stroke={1.7} aria-hidden />}
        onClick={toggle}
        aria-expanded={isOpen}
        aria-controls={id}
      >
        Query chosen sources again
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <AskForm query={query} />}
      </Collapse>
    </Box>
  )
}

const AskForm = ({ query }: { query: QueryEcho }) => {
  const client = useClient()
  const { data: sources } = useQuery(sourcesOptions(client))
  const [chosen, setChosen] = useState(query.sources)
  const [queriedSources, setAsked] = useState(none)
  const { data, error, isFetching, refetch } = useQuery(askSourcesOptions(client, query, queriedSources))
  const choices = (sources?.items ?? []).filter(({ kind, enabled }) => kind === 'documents' && enabled)
  const querySources = () => {
    if (chosen.join() === queriedSources.join()) void refetch()
    else setAsked(chosen)
  }
  return (
    <Stack gap={12} pt={12}>
      <div className={classes.askRow}>
        <MultiSelect
          flex={1}
          miw={0}
          maw={560}
          aria-label="Sources to ask"
          placeholder={chosen.length === 0 ? 'Which sources' : undefined}
          data={choices.map(({ key, label }) => ({ value: key, label }))}
          value={chosen}
          onChange={(keys) => setChosen(choices.map(({ key }) => key).filter((key) => keys.includes(key)))}
          clearable
          clearButtonProps={{ 'aria-label': 'No source' }}
        />
        <Button onClick={querySources} disabled={chosen.length === 0 || isFetching}>
          Ask now
        </Button>
      </div>
      <div aria-live="polite">
        {isFetching ? (
          <Group gap="xs" className={textStyles.text} m={0}>
            <Loader size={15} aria-hidden />
            Asking {formatPlural(queriedSources.length, 'source')}; this can take a minute.
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAsked(none)}>
              Stop waiting
            </Button>
          </Group>
        ) : error ? (
          <p className={textStyles.text}>{describeFailure(error).message}. Ask again.</p>
        ) : (
          data && queriedSources.length > 0 && <SourceAnswers answers={data} />
        )}
      </div>
    </Stack>
  )
}

/** The response of each queried source, and how many of its documents match now. */
const SourceAnswers = ({ answers: { signal_id, sources, counts } }: { answers: SourceCounts }) => {
  const labelOf = (key: string) => sources.find(({ source }) => source === key)?.label ?? key
  const total = counts.reduce((sum, { documents }) => sum + documents, 0)
  const isNew = sources.some(({ documentsStored }) => documentsStored > 0)
  return (
    <div className={classes.answers}>
      <ul className={classes.runs} aria-label="Results of the chosen sources">
        {sources.map((run) => (
          <RunRow key={run.source} run={run} />
        ))}
      </ul>
      <p className={textStyles.text}>
        {total === 0
          ? 'No document of these sources matches.'
          : `${counts.map(({ source, documents }) => `${labelOf(source)}: ${formatPlural(documents, 'document')}`).join(', ')} in the library now match.`}{' '}
        {isNew && 'New documents arrived. Measure the report again to include them.'}
      </p>
      {total > 0 && (
        <LinkButton
          to="/signals/$signalId"
          params={{ signalId: signal_id }}
          preload={false}
          variant="default"
          size="xs"
        >
          Open the report of these sources alone
        </LinkButton>
      )}
    </div>
  )
}
