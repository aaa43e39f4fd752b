import { Box, Button, Flex, Group, MultiSelect, Select, TextInput, TagsInput, ActionIcon } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState, useEffect, useRef } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { countryChoices } from '../../lib/places/countries.ts'
import { sourcesOptions, parsedQueryOptions } from './explore.queries.ts'
import {
  topicSearchSchema,
  type TopicSearch,
  isFeedAddress,
  maxFeeds,
  toQueryText,
  longestOfPair,
} from './explore.search.ts'
import { HowToAsk } from './how-to-ask.tsx'
import { NameInput, TopicInput } from './topic-input.tsx'
import { searchOfQuestion } from './use-search.ts'
import { QuestionFeedback } from './question-feedback.tsx'
import { QueryFeedback } from './query-feedback.tsx'
import classes from './explore.module.css'
import type { ParsedQuery, QuestionReading } from '@auspex/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

/** The second term of a pair, and whether both must occur. */
const SecondTerm = ({ draft, onChange, onRemove }: SecondTermProps) => {
  const field = useRef<HTMLInputElement>(null)
  // Focused only if the person has just added it, not if it came with the page's address.
  const isNew = useRef(draft.and === '')
  useEffect(() => {
    if (isNew.current) field.current?.focus()
  }, [])
  return (
    <Group gap={10}>
      <SegmentedControl
        aria-label="How the two topics are combined"
        value={draft.both === '1' ? 'both' : 'either'}
        onChange={(value) => onChange({ both: value === 'both' ? '1' : undefined })}
        data={[
          { value: 'both', label: 'and' },
          { value: 'either', label: 'or' },
        ]}
      />
      <TextInput
        flex={1}
        miw={180}
        aria-label="Second topic"
        placeholder="A second topic"
        value={draft.and ?? ''}
        maxLength={longestOfPair}
        autoComplete="off"
        spellCheck={false}
        ref={field}
        onChange={(event) => onChange({ and: event.currentTarget.value })}
      />
      <ActionIcon size="lg" variant="subtle" color="gray" aria-label="Remove the second topic" onClick={onRemove}>
        <IconX size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

const typingPauseMs = 250

/** How the typed terms are interpreted, once typing pauses; undefined while unknown. Failures are silent: the search itself reports them. */
const useParsedQuery = (
  draft: Partial<TopicSearch>,
): {
  parsedQuery: ParsedQuery | undefined
  isCurrent: boolean
  /** Interprets a term as a question without waiting for a typing pause; null if it is none, or if the request fails. */
  readNow: (term: string) => Promise<QuestionReading>
} => {
  const client = useClient()
  const queryClient = useQueryClient()
  const draftText = JSON.stringify(toQueryText({ ...draft, and: draft.and?.trim() ? draft.and : undefined }))
  const [settled] = useDebouncedValue(draftText, typingPauseMs)
  const { data, isPlaceholderData } = useQuery(
    parsedQueryOptions(client, JSON.parse(settled) as ReturnType<typeof toQueryText>), // written four lines above
  )
  const isEmpty = (draft.term ?? '').trim() === ''
  const readNow = async (term: string) => {
    try {
      return (await queryClient.ensureQueryData(parsedQueryOptions(client, { query_term: term }))).question
    } catch {
      return null
    }
  }
  return { parsedQuery: isEmpty ? undefined : data, isCurrent: settled === draftText && !isPlaceholderData, readNow }
}

/** The search form: a topic, and its filters. */
export const TopicForm = ({ initial = {} }: { initial?: Partial<TopicSearch> }) => {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Partial<TopicSearch>>(initial)
  const [error, setError] = useState<string>()
  const [hasFeeds, setHasFeeds] = useState(initial.feed !== undefined)
  const { parsedQuery, isCurrent, readNow } = useParsedQuery(draft)
  const question = draft.and === undefined ? (parsedQuery?.question ?? null) : null
  const [isAsTyped, setAsTyped] = useState(initial.exactly === '1')
  const set = (change: Partial<TopicSearch>) => setDraft((before) => ({ ...before, ...change }))

  const search = async (query: Partial<TopicSearch>, isChosen = false) => {
    const term = query.term?.trim() ?? ''
    if (term === '') return setError('Write a topic to search for')
    if (query.from && query.to && query.from > query.to) return setError('The first day is after the last day')
    // queries that the server would refuse are refused here, where the position is shown
    if (isCurrent && query.term === draft.term && parsedQuery?.ok === false)
      return setError('This query cannot be read; see below where and why')
    setError(undefined)
    // Enter may come before typing has paused
    const read = isChosen || query.and?.trim() ? null : await readNow(term)
    return void navigate({
      to: '/search',
      search: topicSearchSchema.parse({
        ...query,
        term,
        both: query.and?.trim() ? query.both : undefined,
        ...(read && (isAsTyped ? { exactly: '1' } : searchOfQuestion(read, query))),
      }),
    })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void search(draft)
  }

  return (
    <Flex
      noValidate
      component="form"
      direction="column"
      gap={14}
      onSubmit={submit}
      role="search"
      aria-label="Search a topic"
    >
      <div className={classes.main}>
        <Box flex={1} miw={0}>
          <TopicInput
            value={draft.term ?? ''}
            error={error}
            isPair={draft.and !== undefined}
            onChange={(term) => {
              setError(undefined)
              setAsTyped(false)
              set({ term, exactly: undefined })
            }}
            onChoose={(term) => {
              set({ term })
              void search({ ...draft, term }, true)
            }}
          />
        </Box>
        <Button type="submit" size="lg" px={28}>
          Search
        </Button>
      </div>
      {draft.and !== undefined && (
        <SecondTerm draft={draft} onChange={set} onRemove={() => set({ and: undefined, both: undefined })} />
      )}
      {question && <QuestionFeedback question={question} isAsTyped={isAsTyped} onChange={setAsTyped} />}
      {(question === null || isAsTyped) && (
        <QueryFeedback
          query={parsedQuery}
          terms={{ query_term: draft.term ?? '', x_term: draft.term ?? '', y_term: draft.and ?? '' }}
        />
      )}
      <Group gap="4px 8px" align="stretch" mt={-6} ml={-8}>
        <HowToAsk onChoose={(term) => set({ term })} />
        {draft.and === undefined && <MoreButton label="Second topic" onClick={() => set({ and: '', both: '1' })} />}
        {!hasFeeds && <MoreButton label="Feeds" onClick={() => setHasFeeds(true)} />}
      </Group>
      <TopicFilters draft={draft} onChange={set} />
      {hasFeeds && <FeedsInput value={draft.feed ?? []} onChange={(feed) => set({ feed })} />}
    </Flex>
  )
}

interface TopicFiltersProps {
  draft: Partial<TopicSearch>
  onChange: (change: Partial<TopicSearch>) => void
}

/** Where, about whom, in which sources and when. */
const TopicFilters = ({ draft, onChange }: TopicFiltersProps) => {
  const { data: sources } = useQuery(sourcesOptions(useClient()))
  return (
    <div className={classes.filters}>
      <Select
        label="Country"
        placeholder="Everywhere"
        data={countryChoices()}
        value={draft.geo ?? null}
        onChange={(geo) => onChange({ geo: geo ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="No matching countries"
        maxDropdownHeight={280}
        clearButtonProps={{ 'aria-label': 'Any country' }}
      />
      <NameInput
        value={draft.entity ?? ''}
        onChange={(entity) => onChange({ entity: entity === '' ? undefined : entity })}
      />
      <MultiSelect
        className={classes.sources}
        label="Sources"
        placeholder={draft.source?.length ? undefined : 'All sources'}
        data={(sources?.items ?? [])
          .filter((source) => source.kind === 'documents')
          .map(({ key, label, enabled }) => ({ value: key, label, disabled: !enabled }))}
        value={draft.source ?? []}
        onChange={(source) =>
          onChange({ source: source.length > 0 ? topicSearchSchema.shape.source.parse(source) : undefined })
        }
        clearable
        clearButtonProps={{ 'aria-label': 'All sources' }}
      />
      <TextInput
        label="From"
        type="date"
        value={draft.from ?? ''}
        max={draft.to}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        label="To"
        type="date"
        value={draft.to ?? ''}
        min={draft.from}
        onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
      />
    </div>
  )
}

const MoreButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
)

interface FeedsInputProps {
  value: readonly string[]
  onChange: (feeds: string[] | undefined) => void
}

/** The person's own feeds, which the search reads as well. */
const FeedsInput = ({ value, onChange }: FeedsInputProps) => {
  const [refused, setRefused] = useState<string>()
  return (
    <TagsInput
      label="Feeds to read as well"
      description="Addresses of RSS, Atom or JSON feeds; press Enter to add one"
      placeholder={value.length === 0 ? 'https://example.org/feed.xml' : undefined}
      value={[...value]}
      maxTags={maxFeeds}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'No feeds' }}
      error={refused}
      onChange={(all) => {
        const wrong = all.find((text) => !isFeedAddress(text))
        setRefused(wrong === undefined ? undefined : `“${wrong}” is not a web address: it must begin with https://`)
        const feeds = all.filter(isFeedAddress)
        onChange(feeds.length > 0 ? feeds : undefined)
      }}
    />
  )
}

interface SecondTermProps extends TopicFiltersProps {
  onRemove: () => void
}
