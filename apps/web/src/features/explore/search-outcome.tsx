import { cancelSearch, type SearchState, type SourceRun } from '@auspex/sdk'
import { Box, Button, Flex, Group, Loader, Skeleton, Stack } from '@mantine/core'
import { IconBan, IconBinoculars, IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, isQueryRefusal } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatDuration } from '../../lib/time/format.ts'
import { countRuns, groupRuns } from '../../lib/words/group-runs.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { statusWords } from '../../lib/words/words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Bar } from '../../ui/values.tsx'
import type { TopicSearch } from './explore.search.ts'
import { captionOf } from './query-caption.ts'
import { CloseInMeaning, isSentence, SearchHelpLines } from './search-help.tsx'
import { TopicForm } from './topic-form.tsx'
import type { SearchProgress } from './use-search.ts'

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

interface SparseViewProps {
  title: string
  topic: TopicSearch
  search: SearchState
}

/** Too few documents for a report (`data-too-sparse`): what was found, and what would help. */
const SparseView = ({ title, topic, search }: SparseViewProps) => {
  const { matched, needed, suggestions, sources } = search
  // an unknown number of matches is not 0
  const matches = matched === null ? 'Fewer documents' : formatPlural(matched, 'document')
  const { ungrouped, sameReason } = groupRuns(sources)
  const { term, and, both, geo, entity, source, from, to } = topic
  const isNarrowed = [geo, entity, source, from, to].some((filter) => filter !== undefined)
  return (
    <Stack gap={28}>
      <EmptyState
        level={1}
        icon={<IconBinoculars size={22} aria-hidden />}
        title={`Too few documents about “${search.query.subject ?? title}”`}
        text={`${matches} match. A report needs at least ${formatCount(needed)}, because smaller numbers are mostly chance.`}
        action={
          <Group gap="xs" justify="center">
            <LinkButton to="/" search={topic}>
              Change the search
            </LinkButton>
            {isNarrowed && (
              <LinkButton to="/search" search={{ term, and, both }} variant="default">
                Search everywhere, any time
              </LinkButton>
            )}
          </Group>
        }
      />
      <SearchHelpLines search={topic} />
      {and === undefined && isSentence(term ?? '') && <CloseInMeaning text={term ?? ''} />}
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

interface SearchProgressViewProps {
  title: string
  /** Undefined until the server has accepted the search. */
  search: SearchState | undefined
  onCancelled: () => void
}

/** The running search: every source with its count, time and state. */
const SearchProgressView = ({ title, search, onCancelled }: SearchProgressViewProps) => {
  const client = useClient()
  const nameSource = useSourceNames()
  const cancel = useMutation({
    mutationFn: (requestId: string) => cancelSearch(requestId, { client }),
    onSettled: onCancelled,
  })
  const runs = search?.sources ?? []
  const { answered, unanswered, waiting } = countRuns(runs)
  const documentCount = runs.reduce((sum, run) => sum + run.documentsSeen, 0)
  const caption = search && captionOf(search.query, nameSource)
  return (
    <Stack gap={16} pt={16} aria-busy="true">
      <Flex component="header" gap={24} align="flex-start" justify="space-between">
        <Box miw={0}>
          <Box component="p" className={textStyles.eyebrow} mb={4}>
            Searching
          </Box>
          <Box component="h1" className={textStyles.breakable} fz="display" lh={1.2}>
            {search?.query.title ?? title}
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
          onClick={() => (search ? cancel.mutate(search.request_id) : onCancelled())}
        >
          Cancel
        </Button>
      </Flex>
      <Box component="output" className={`${textStyles.soft} ${textStyles.tabular}`} m={0}>
        {search
          ? `${answered} of ${formatPlural(runs.length, 'source')} answered${unanswered > 0 ? `, ${formatCount(unanswered)} did not` : ''}, ${formatPlural(documentCount, 'document')} so far`
          : 'Asking the sources'}
        {search && search.matched !== null ? `, ${formatCount(search.matched)} match` : ''}
      </Box>
      <Bar part={Math.max(0.04, runs.length === 0 ? 0 : 1 - waiting / runs.length)} height={4} />
      {runs.length > 0 ? <SourceRunList runs={runs} /> : <Skeleton height={180} radius={12} />}
      <Box component="p" className={textStyles.quiet} mt={6} fz="text">
        The report opens automatically. A source that fails does not stop the search; the report says what is missing.
      </Box>
    </Stack>
  )
}

/** An invalid query, wherever it was typed: what is wrong, and the form with its text, so that it can be corrected. */
const RefusedQuery = ({ topic, error }: { topic: TopicSearch; error: unknown }) => {
  const { message, detail } = describeFailure(error)
  return (
    <Stack gap={18}>
      <Stack gap={4} role="alert">
        <Box component="h1" m={0} fz="title">
          {message}
        </Box>
        {detail && <p className={textStyles.soft}>{detail}</p>}
      </Stack>
      <TopicForm key={JSON.stringify(topic)} initial={topic} />
    </Stack>
  )
}

interface SearchOutcomeProps {
  /** The topic as a heading, until the server names it. */
  title: string
  topic: TopicSearch
  progress: SearchProgress
  onRestart: () => void
}

const endings = {
  cancelled: { message: 'The search was cancelled', detail: 'Documents that had already arrived are kept.' },
  timedOut: {
    message: 'The search took too long',
    detail: 'It was stopped after ten minutes. Try fewer sources or a shorter period.',
  },
  // the message of the contract for a failed search
  ended: { message: 'Error while searching trends', detail: 'No reason was given. Try again.' },
}

const reloadPage = () => window.location.reload()

/** The view for the current state of the search. A complete one still shows its progress until the report replaces the page. */
export const SearchOutcome = ({ title, topic, progress, onRestart }: SearchOutcomeProps) => {
  const navigate = useNavigate()
  const returnToForm = () => void navigate({ to: '/', search: topic })
  if (progress.kind === 'starting')
    return <SearchProgressView title={title} search={undefined} onCancelled={returnToForm} />
  if (progress.kind === 'running' || progress.kind === 'complete')
    return <SearchProgressView title={title} search={progress.search} onCancelled={returnToForm} />
  if (progress.kind === 'sparse') return <SparseView title={title} topic={topic} search={progress.search} />
  if (progress.kind === 'failed' && isQueryRefusal(progress.error))
    return <RefusedQuery topic={topic} error={progress.error} />
  if (progress.kind === 'failed')
    return (
      <ErrorView
        level={1}
        {...describeFailure(progress.error)}
        onRetry={onRestart}
        onReload={reloadPage}
        onCancel={returnToForm}
      />
    )
  const { message, detail } = endings[progress.kind]
  return (
    <ErrorView
      level={1}
      message={message}
      detail={progress.search.message ?? detail}
      onRetry={onRestart}
      onCancel={returnToForm}
      autoAction={progress.kind === 'cancelled' ? { label: 'Back to the search', run: returnToForm } : undefined}
    />
  )
}
