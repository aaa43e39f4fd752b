import { Button, Select } from '@mantine/core'
import { IconRefresh, IconStack2 } from '@tabler/icons-react'
import { type QueuedJob, retryJob } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { formatCount } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { toListPage, toFiltered } from '../../lib/lists/list-search.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { toServerList } from '../../lib/lists/server-list.ts'
import { useNow } from '../../lib/time/use-now.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { ServerList } from '../../ui/server-list.tsx'
import { jobsOptions } from './administration.queries.ts'
import { jobStates, type JobsSearch } from './administration.search.ts'
import { useChange } from './changes.tsx'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/admin/jobs')

const stateWords: Record<QueuedJob['state'], { readonly label: string; readonly state: string }> = {
  waiting: { label: 'Waiting', state: 'waiting' },
  running: { label: 'Running', state: 'waiting' },
  completed: { label: 'Done', state: 'good' },
  failed: { label: 'Failed', state: 'failed' },
}

/** The jobs of the queue; dead letters can be retried. */
export const JobsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const now = useNow()
  const query = useQuery(
    jobsOptions(useClient(), {
      ...toListPage(search),
      ...(search.search !== undefined && { searchTerm: search.search }),
      ...(search.state !== undefined && { state: search.state }),
      ...(search.queue !== undefined && { queue: search.queue }),
    }),
  )
  const change = (next: Partial<JobsSearch>) => void navigate({ to: '/admin/jobs', ...toFiltered(search, next) })
  const tell = useTell()
  const retry = useChange<QueuedJob>()
  const start = (job: QueuedJob) =>
    retry.mutate(
      {
        run: (client) => retryJob(job.id, { client }),
        toNotice: ({ queue }) => `The ${queue} job will run again.`,
      },
      {
        onError: (error) => {
          tell(failureSentences(error))
        },
      },
    )
  return (
    <ServerList
      // polls every few seconds, which must not fade the list
      {...toServerList({ query: { ...query, isFetching: query.isPlaceholderData }, search, onChange: change })}
      caption="Jobs"
      columns={columnsOf(now, start, retry.isPending)}
      rowKey={({ id }) => id}
      searchHint="Queue, error or subject"
      filters={
        <>
          <Select
            label="State"
            placeholder="All states"
            data={jobStates.map((value) => ({ value, label: stateWords[value].label }))}
            value={search.state ?? null}
            onChange={(value) => change({ state: jobStates.find((state) => state === value) })}
            clearable
            clearButtonProps={{ 'aria-label': 'All states' }}
          />
          <Select
            label="Queue"
            placeholder="All queues"
            data={[...new Set([...(query.data?.queues ?? []), ...(search.queue ? [search.queue] : [])])]}
            value={search.queue ?? null}
            onChange={(queue) => change({ queue: queue ?? undefined })}
            searchable
            clearable
            nothingFoundMessage="No matching queues"
            clearButtonProps={{ 'aria-label': 'All queues' }}
          />
        </>
      }
      isFiltered={search.state !== undefined || search.queue !== undefined}
      onClear={() => change({ search: undefined, state: undefined, queue: undefined })}
      empty={{
        icon: <IconStack2 size={22} aria-hidden />,
        title: 'The queue is empty',
        text: 'Searches, exports and updates wait here while the server works on them.',
      }}
    />
  )
}

const columnsOf = (
  now: number,
  onRetry: (job: QueuedJob) => void,
  isPending: boolean,
): readonly PagedColumn<QueuedJob>[] => [
  {
    key: 'queue',
    title: 'Queue',
    renderCell: ({ queue, subject }) => (
      <>
        {queue}
        {subject !== null && (
          <code className={`${textStyles.caption} ${classes.subject}`} title={subject}>
            {subject}
          </code>
        )}
      </>
    ),
  },
  {
    key: 'state',
    isText: true,
    title: 'State',
    renderCell: ({ state, error }) => (
      <div className={classes.state}>
        <span className={textStyles.state} data-state={stateWords[state].state}>
          {stateWords[state].label}
        </span>
        {error !== null && <p className={`${textStyles.caption} ${textStyles.breakable}`}>{error}</p>}
      </div>
    ),
  },
  {
    key: 'attempts',
    title: 'Attempts',
    numeric: true,
    renderCell: ({ attempts, maxAttempts }) => `${formatCount(attempts)} of ${formatCount(maxAttempts)}`,
  },
  { key: 'queuedAt', title: 'Queued', renderCell: ({ queuedAt }) => <Instant at={queuedAt} now={now} /> },
  {
    key: 'last',
    title: 'Last step',
    renderCell: (job) => <LastStep job={job} now={now} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    isUntitled: true,
    numeric: true,
    renderCell: (job) =>
      job.state === 'failed' &&
      (job.retriedAt === null ? (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isPending}
          leftSection={<IconRefresh size={15} aria-hidden />}
          aria-label={`Retry the job of ${job.queue} that gave up ${job.finishedAt === null ? '' : formatInstant(job.finishedAt)}`}
          onClick={() => onRetry(job)}
        >
          Retry
        </Button>
      ) : (
        <span className={textStyles.caption}>Retried {formatSince(job.retriedAt, now)}</span>
      )),
  },
]

const Instant = ({ at, now }: { at: string; now: number }) => (
  <time dateTime={at} title={formatInstant(at)}>
    {formatSince(at, now)}
  </time>
)

const LastStep = ({ job: { startsAt, startedAt, finishedAt }, now }: { job: QueuedJob; now: number }) => {
  const step =
    finishedAt !== null
      ? { words: 'Ended', at: finishedAt }
      : startsAt !== null && Date.parse(startsAt) > now
        ? { words: 'Starts', at: startsAt }
        : startedAt !== null && { words: 'Started', at: startedAt }
  return step ? (
    <span>
      {step.words} <Instant at={step.at} now={now} />
    </span>
  ) : (
    'Not started'
  )
}
