import type { LiteTopic, LiteTopicList } from '@auspex/sdk'
import { Box, Button, Checkbox, Flex, Group, Loader, Stack } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useEffect, useEffectEvent, useCallback, useRef, useState } from 'react'
import { formatCount, formatRatio, formatRoughFactor, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { SaveButton } from '../../../lib/dialogs/save-signals.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { ValueOrUnknown } from '../../../ui/values.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { describeFailure } from '../../../lib/api/failure.ts'
import { type SearchProgress, useSearch } from '../use-search.ts'
import classes from '../explore.module.css'
import layout from '../../../ui/layout.module.css'

/** The maximum number of signals in a comparison. */
const maxSignals = 5

const noFailures: ReadonlyMap<string, string> = new Map()

/** The topics to compare. Initially all measured topics, unless they are too many. */
const useTopicChoice = (measuredTopics: readonly string[]): TopicChoice => {
  const navigate = useNavigate()
  const [chosenTopics, setChosenTopics] = useState<readonly string[]>(
    measuredTopics.length <= maxSignals ? measuredTopics : [],
  )
  const [isSearching, setSearching] = useState(false)
  const [failures, setFailures] = useState(noFailures)
  const outcomes = useRef(new Map<string, { signalId: string } | { failure: string }>())

  const toggle = useCallback(
    (topic: string) =>
      setChosenTopics((before) =>
        before.includes(topic) ? before.filter((term) => term !== topic) : [...before, topic],
      ),
    [],
  )
  const start = useCallback(() => {
    outcomes.current = new Map()
    setFailures(noFailures)
    setSearching(true)
  }, [])
  const end = useCallback(
    (topic: string, result: { signalId: string } | { failure: string }) => {
      outcomes.current.set(topic, result)
      const all = chosenTopics.map((chosenTopic) => outcomes.current.get(chosenTopic))
      if (all.includes(undefined)) return
      setSearching(false)
      const newFailures = chosenTopics.flatMap((chosenTopic): [string, string][] => {
        const outcome = outcomes.current.get(chosenTopic)
        return outcome !== undefined && 'failure' in outcome ? [[chosenTopic, outcome.failure]] : []
      })
      if (newFailures.length > 0) {
        setFailures(new Map(newFailures))
        return setChosenTopics(
          chosenTopics.filter((chosenTopic) => newFailures.every(([name]) => name !== chosenTopic)),
        )
      }
      const ids = all.flatMap((outcome) => (outcome !== undefined && 'signalId' in outcome ? outcome.signalId : []))
      return void navigate({ to: '/compare', search: { signals: [...new Set(ids)].join(',') } })
    },
    [chosenTopics, navigate],
  )
  return useMemo(
    () => ({ chosenTopics, isSearching, failures, toggle, start, end }),
    [chosenTopics, isSearching, failures, toggle, start, end],
  )
}

const words: Record<LiteTopic['status'], string> = {
  measured: 'Measured',
  'data-too-sparse': 'Too few documents',
  'bad-query': 'Invalid query',
}

/** Whether a topic could be measured, or the progress of its search. */
const TopicState = ({ row: { status, reason, term }, choice }: TopicStateProps) => {
  if (choice.isSearching && choice.chosenTopics.includes(term))
    return <TopicSearchState term={term} onEnd={choice.end} />
  const failure = choice.failures.get(term)
  return (
    <Stack component="span" className={`${textStyles.caption} ${classes.state}`} gap={1}>
      <b
        className={textStyles.state}
        data-state={failure !== undefined || status === 'bad-query' ? 'failed' : undefined}
      >
        {failure === undefined ? words[status] : 'Not searched'}
      </b>
      {(failure ?? reason) !== null && <span>{failure ?? reason}</span>}
    </Stack>
  )
}

/** A topic that is searched so that it can be compared. */
const TopicSearchState = ({ term, onEnd }: { term: string; onEnd: TopicChoice['end'] }) => {
  const { progress } = useSearch({ term, exactly: '1', source: undefined })
  const signalId = progress.kind === 'complete' ? progress.search.signal_id : undefined
  const failure = toFailureMessage(progress)
  const finish = useEffectEvent((end: { signalId: string } | { failure: string }) => {
    onEnd(term, end)
  })
  useEffect(() => {
    if (signalId) finish({ signalId })
    else if (failure !== null) finish({ failure })
  }, [signalId, failure])
  return (
    <span className={`${textStyles.caption} ${classes.state}`} role="status">
      <b className={layout.inline}>
        <Loader size={12} aria-hidden /> {signalId ? 'Searched' : 'Searching…'}
      </b>
    </span>
  )
}

const toFailureMessage = (progress: SearchProgress): string | null => {
  if (progress.kind === 'starting' || progress.kind === 'running' || progress.kind === 'complete') return null
  if (progress.kind === 'failed') return describeFailure(progress.error).message
  if (progress.kind === 'ended') return progress.search.message ?? 'The search failed. Try again.'
  return { sparse: 'Too few documents.', timedOut: 'It took too long.', cancelled: 'It was cancelled.' }[progress.kind]
}

interface TopicTableProps {
  /** The topics as typed; the list is in the same order. */
  topics: readonly string[]
  list: LiteTopicList
}

interface TopicRow extends LiteTopic {
  /** The term as typed; the title may be longer. */
  readonly term: string
}

/** Topics with their counts; two to five of them can be compared. */
export const TopicTable = ({ topics, list }: TopicTableProps) => {
  const { asOf, windowDays, items } = list
  const rows = useMemo(
    () => items.map((item, index): TopicRow => ({ ...item, term: topics[index] ?? item.title })),
    [items, topics],
  )
  const choice = useTopicChoice(rows.flatMap(({ status, term }) => (status === 'measured' ? [term] : [])))
  const { chosenTopics, isSearching, start } = choice
  const columns = useMemo(() => columnsOf(choice), [choice])
  const isComparable = chosenTopics.length >= 2 && chosenTopics.length <= maxSignals
  return (
    <>
      <DataTable caption="Topics that were measured" columns={columns} rows={rows} rowKey={({ term }) => term} />
      <Group gap="10px 16px">
        <Button
          variant="default"
          leftSection={<IconChartLine size={16} stroke={1.7} aria-hidden />}
          disabled={!isComparable}
          loading={isSearching}
          onClick={start}
        >
          {chosenTopics.length > 0 ? `Compare these ${chosenTopics.length}` : 'Compare these'}
        </Button>
        {chosenTopics.length > 0 && <SaveButton signals={chosenTopics.map((term) => ({ term, title: term }))} />}
        <Box component="p" className={textStyles.note} flex="1 1 260px">
          {isComparable
            ? 'Each topic is searched first.'
            : `Choose two to ${maxSignals} measured topics to compare them.`}
          {asOf !== null &&
            ` Growth: the ${windowDays} days until ${formatDay(asOf)} against the ${windowDays} before, with its 95% interval.`}
        </Box>
      </Group>
    </>
  )
}

const columnsOf = (choice: TopicChoice): readonly TableColumn<TopicRow>[] => [
  {
    key: 'title',
    title: 'Topic',
    sortBy: ({ title }) => title,
    renderCell: ({ title, term, status }) => (
      <Flex component="span" gap={10} align="flex-start">
        <Checkbox
          mt={2}
          size="xs"
          aria-label={`Compare ${title}`}
          disabled={status !== 'measured' || choice.isSearching}
          checked={choice.chosenTopics.includes(term)}
          onChange={() => choice.toggle(term)}
        />
        {status === 'bad-query' ? (
          title
        ) : (
          <Link className={`${textStyles.link} ${textStyles.strong}`} to="/search" search={{ term }}>
            {title}
          </Link>
        )}
      </Flex>
    ),
  },
  {
    key: 'state',
    title: 'State',
    sortBy: ({ status }) => status,
    renderCell: (row) => <TopicState row={row} choice={choice} />,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ documents }) => <ValueOrUnknown value={documents} format={formatCount} />,
  },
  {
    key: 'growth',
    title: 'Growth',
    numeric: true,
    sortBy: ({ momentum }) => momentum?.value ?? null,
    renderCell: ({ momentum }) => (
      <ValueOrUnknown
        value={momentum}
        format={({ value, low, high }) =>
          `${formatRatio(value)} (${formatRoughFactor(low)}–${formatRoughFactor(high)})`
        }
      />
    ),
  },
  {
    key: 'tone',
    title: 'Tone',
    numeric: true,
    sortBy: ({ toneMean }) => toneMean,
    renderCell: ({ toneMean }) => <ValueOrUnknown value={toneMean} format={formatTone} />,
  },
]

interface TopicStateProps {
  row: LiteTopic & { readonly term: string }
  choice: TopicChoice
}

interface TopicChoice {
  readonly chosenTopics: readonly string[]
  readonly isSearching: boolean
  /** Why a topic could not be searched. */
  readonly failures: ReadonlyMap<string, string>
  readonly toggle: (topic: string) => void
  /** Searches the chosen topics; the comparison opens once all of them are signals. */
  readonly start: () => void
  readonly end: (topic: string, end: { signalId: string } | { failure: string }) => void
}
