import { Box, Button, Collapse, Group, Loader, MultiSelect, Stack } from '@mantine/core'
import type { SourceRun, QueryEcho, SourceCounts, SourceKey } from '@auspex/sdk'
import { useDisclosure } from '@mantine/hooks'
import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatCount, formatDuration, formatPlural } from '../../../lib/numbers/format.ts'
import { statusWords } from '../../../lib/words/words.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { askSourcesOptions, sourcesOptions } from '../signals.queries.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import classes from '../sections.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Joins sentences from the sources, each with exactly one full stop. */
const toSentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.replace(/[.\s]+$/, '')}.`).join(' ')

/** How one source responded to the last search, in its own words. */
export const RunRow = ({ run }: { run: SourceRun }) => {
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
export const AskSources = ({ query }: { query: QueryEcho }) => {
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
