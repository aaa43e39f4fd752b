import { useNavigate } from '@tanstack/react-router'
import { describeFailure, isQueryRefusal } from '../../lib/api/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import type { TopicSearch } from './explore.search.ts'
import type { SearchProgress } from './use-search.ts'
import { Box, Stack, Button, Flex, Skeleton, Group, Loader } from '@mantine/core'
import textStyles from '../../ui/text-styles.module.css'
import { CloseInMeaning, isSentence, SearchHelpLines } from './search-help.tsx'
import { TopicForm } from './topic-form.tsx'
import { cancelSearch, type SearchState, type SourceRun } from '@auspex/sdk'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount, formatPlural, formatDuration } from '../../lib/numbers/format.ts'
import { countRuns, groupRuns } from '../../lib/words/group-runs.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { captionOf } from './query-caption.ts'
import { Bar } from '../../ui/values.tsx'
import { IconBinoculars, IconX, IconBan, IconCheck, IconCircleDashed, IconMinus } from '@tabler/icons-react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import surfaces from '../../ui/surfaces.module.css'
import { statusWords } from '../../lib/words/words.ts'
import type { PropsWithChildren } from 'react'

const icons = { waiting: IconCircleDashed, good: IconCheck, empty: IconMinus, failed: IconX, stopped: IconBan }

/** The live progress of each source. */
const SourceRunList = ({ runs, children }: PropsWithChildren<{ runs: readonly SourceRun[] }>) => (
  <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Sources">
    {runs.map((run) => {
      const { label, meaning, state } = statusWords[run.status]
      const Icon = icons[state]
      return (
        <Flex key={run.source} component="li" gap={14} align="center" py={14} px={18}>
          <Flex
            component="span"
            className={`${textStyles.quiet} ${textStyles.state}`}
            data-state={state}
            justify="center"
            w={24}
          >
            {run.status === 'running' ? <Loader size={16} aria-hidden /> : <Icon size={18} stroke={1.8} aria-hidden />}
          </Flex>
          <Flex component="span" direction="column" flex={1} gap={2} miw={0}>
            <Box component="span" className={textStyles.strong} fz="lead">
              {run.label}
            </Box>
            <span className={`${textStyles.caption} ${textStyles.breakable}`}>{run.reason ?? meaning}</span>
          </Flex>
          <Flex component="span" className={textStyles.tabular} direction="column" gap={2} align="flex-end">
            <Box component="span" className={textStyles.strong} fz="lead">
              {state === 'good' ? formatPlural(run.documentsSeen, 'document') : label}
            </Box>
            <span className={`${textStyles.caption} ${textStyles.breakable}`}>
              {run.startedAt && run.durationMs !== null ? formatDuration(run.durationMs) : ' '}
            </span>
          </Flex>
        </Flex>
      )
    })}
    {children}
  </ul>
)

/** Too few documents for a report (`data-too-sparse`): what was found, and what would help. */
const SparseView = ({ term, search, state }: SparseViewProps) => {
  const { needed, suggestions, sources } = state
  // Without a number of matches none is stated: unknown is not 0.
  const matches = state.matched === null ? 'Fewer documents' : formatPlural(state.matched, 'document')
  const { ungrouped, sameReason } = groupRuns(sources)
  const isNarrowed =
    search.geo !== undefined ||
    search.entity !== undefined ||
    search.source !== undefined ||
    search.from !== undefined ||
    search.to !== undefined
  return (
    <Stack gap={28}>
      <EmptyState
        level={1}
        icon={<IconBinoculars size={22} aria-hidden />}
        title={`Too few documents about “${state.query.subject ?? term}”`}
        text={`${matches} match. A report needs at least ${formatCount(needed)}, because smaller numbers are mostly chance.`}
        action={
          <Group gap="xs" justify="center">
            <LinkButton to="/" search={search}>
              Change the search
            </LinkButton>
            {isNarrowed && (
              <LinkButton to="/search" search={{ term }} variant="default">
                Search everywhere, any time
              </LinkButton>
            )}
          </Group>
        }
      />
      <SearchHelpLines search={search} />
      {search.and === undefined && isSentence(search.term ?? '') && <CloseInMeaning text={search.term ?? ''} />}
      {suggestions.length > 0 && (
        <section className={`${surfaces.callout} ${surfaces.accent}`} aria-labelledby="sparse-help">
          <Box id="sparse-help" component="h2" mb={8} c="var(--ink)" fz="lead">
            What would help
          </Box>
          <ul className={textStyles.bullets}>
            {suggestions.map((suggestion) => (
              <li key={suggestion}>{suggestion}</li>
            ))}
          </ul>
        </section>
      )}
      {sources.length > 0 && (
        <section aria-labelledby="sparse-sources">
          <Box id="sparse-sources" component="h2" mb={10} fz="lead">
            What the sources answered
          </Box>
          <SourceRunList runs={ungrouped}>
            {sameReason.map((runs) => (
              <RunGroup key={runs[0]?.source} runs={runs} />
            ))}
          </SourceRunList>
        </section>
      )}
    </Stack>
  )
}

/** Sources that failed in the same way, grouped with all their names. */
const RunGroup = ({ runs }: { runs: readonly SourceRun[] }) => {
  const [first] = runs
  if (first === undefined) return null
  const { label, meaning } = statusWords[first.status]
  return (
    <Flex component="li" gap={14} align="flex-start" py={14} px={18}>
      <Flex
        component="span"
        className={`${textStyles.quiet} ${textStyles.state}`}
        data-state="failed"
        mt={2}
        w={24}
        justify="center"
      >
        <IconX size={18} stroke={1.8} aria-hidden />
      </Flex>
      <Flex component="span" direction="column" flex={1} gap={4} miw={0}>
        <Box component="span" className={textStyles.strong} fz="lead">
          {formatPlural(runs.length, 'source')}: {label.toLowerCase()}
        </Box>
        <span className={`${textStyles.text} ${textStyles.pretty}`}>{runs.map((run) => run.label).join(', ')}</span>
        <span className={`${textStyles.caption} ${textStyles.breakable}`}>{first.reason ?? meaning}</span>
      </Flex>
    </Flex>
  )
}

/** The running search: every source with its count, time and state. */
const SearchProgressView = ({ term, state, onCancelled }: SearchProgressViewProps) => {
  const client = useClient()
  const nameSource = useSourceNames()
  const cancel = useMutation({
    mutationFn: (requestId: string) => cancelSearch(requestId, { client }),
    onSettled: onCancelled,
  })
  const runs = state?.sources ?? []
  const { answered, unanswered, waiting } = countRuns(runs)
  const documentCount = runs.reduce((sum, run) => sum + run.documentsSeen, 0)
  const caption = state && captionOf(state.query, nameSource)
  return (
    <Stack gap={16} pt={16} aria-busy="true">
      <Flex component="header" gap={24} align="flex-start" justify="space-between">
        <Box miw={0}>
          <Box component="p" className={textStyles.eyebrow} mb={4}>
            Searching
          </Box>
          <Box component="h1" className={textStyles.breakable} fz="display" lh={1.2}>
            {state?.query.title ?? term}
          </Box>
          {caption && (
            <Box component="p" className={textStyles.quiet} mt={6} fz="text">
              {caption}
            </Box>
          )}
        </Box>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => (state ? cancel.mutate(state.request_id) : onCancelled())}
        >
          Cancel
        </Button>
      </Flex>
      <Box component="output" className={`${textStyles.soft} ${textStyles.tabular}`} m={0}>
        {state
          ? `${answered} of ${formatPlural(runs.length, 'source')} answered${unanswered > 0 ? `, ${formatCount(unanswered)} did not` : ''}, ${formatPlural(documentCount, 'document')} so far`
          : 'Asking the sources'}
        {state && state.matched !== null ? `, ${formatCount(state.matched)} match` : ''}
      </Box>
      <Bar part={Math.max(0.04, 1 - waiting / Math.max(1, runs.length))} height={4} />
      {runs.length > 0 ? <SourceRunList runs={runs} /> : <Skeleton height={180} radius={12} />}
      <Box component="p" className={textStyles.quiet} mt={6} fz="text">
        The report opens by itself. A source that fails does not stop the search; the report says what is missing.
      </Box>
    </Stack>
  )
}

/** An invalid query, wherever it was typed: what is wrong, and the form with its text, so that it can be corrected. */
const RefusedQuery = ({ search, error }: { search: TopicSearch; error: unknown }) => {
  const { message, detail } = describeFailure(error)
  return (
    <Stack gap={18}>
      <Stack gap={4} role="alert">
        <Box component="h1" m={0} fz="title">
          {message}
        </Box>
        {detail && <p className={textStyles.soft}>{detail}</p>}
      </Stack>
      <TopicForm key={JSON.stringify(search)} initial={search} />
    </Stack>
  )
}

interface SearchOutcomeProps {
  term: string
  search: TopicSearch
  progress: SearchProgress
  onRestart: () => void
}

/** The view for the current state of the search. */
export const SearchOutcome = ({ term, search, progress, onRestart }: SearchOutcomeProps) => {
  const navigate = useNavigate()
  const toHome = () => void navigate({ to: '/', search })
  if (progress.kind === 'sparse') return <SparseView term={term} search={search} state={progress.search} />
  if (progress.kind === 'failed' && isQueryRefusal(progress.error))
    return <RefusedQuery search={search} error={progress.error} />
  if (progress.kind === 'failed') {
    return (
      <ErrorView
        level={1}
        {...describeFailure(progress.error)}
        onRetry={onRestart}
        onReload={reloadPage}
        onCancel={toHome}
      />
    )
  }
  if (progress.kind === 'starting' || progress.kind === 'running' || progress.kind === 'complete') {
    const state = progress.kind === 'starting' ? undefined : progress.search
    return <SearchProgressView term={term} state={state} onCancelled={toHome} />
  }
  const { message, detail } = endings[progress.kind]
  return (
    <ErrorView
      level={1}
      message={message}
      detail={progress.search.message ?? detail}
      onRetry={onRestart}
      onCancel={toHome}
      autoAction={progress.kind === 'cancelled' ? { label: 'Back to the search', run: toHome } : undefined}
    />
  )
}

const reloadPage = () => window.location.reload()

const endings = {
  cancelled: { message: 'The search was cancelled', detail: 'Documents that had already arrived are kept.' },
  timedOut: {
    message: 'The search took too long',
    detail: 'It was stopped after ten minutes. Try fewer sources or a shorter period.',
  },
  ended: { message: 'Error while searching trends', detail: 'No reason was given. Try again.' },
}

interface SearchProgressViewProps {
  term: string
  /** Undefined until the server has accepted the search. */
  state: SearchState | undefined
  onCancelled: () => void
}

interface SparseViewProps {
  term: string
  search: TopicSearch
  state: SearchState
}
