import { Box, Button, Flex, Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { countryChoices } from '../../lib/countries.ts'
import { sourcesOptions } from './explore.queries.ts'
import { topicSearchSchema, type TopicSearch } from './explore.search.ts'
import { FeedsInput } from './feeds-input.tsx'
import { HowToAsk } from './how-to-ask.tsx'
import { NameInput } from './name-input.tsx'
import { searchOfQuestion } from './question-search.ts'
import { QuestionFeedback } from './question-feedback.tsx'
import { QueryFeedback } from './query-feedback.tsx'
import { SecondTerm } from './second-term.tsx'
import { TopicInput } from './topic-input.tsx'
import { useParsedQuery } from './use-parsed-query.ts'
import classes from './topic-form.module.css'

/** The search form: a topic, and what narrows it. */
export const TopicForm = ({ initial = {} }: { initial?: Partial<TopicSearch> }) => {
  const client = useClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Partial<TopicSearch>>(initial)
  const [error, setError] = useState<string>()
  const [hasFeeds, setHasFeeds] = useState(initial.feed !== undefined)
  const { data: sources } = useQuery(sourcesOptions(client))
  const { parsedQuery, isCurrent, readNow } = useParsedQuery(draft)
  const question = draft.and === undefined ? (parsedQuery?.question ?? null) : null
  const [isAsTyped, setAsTyped] = useState(initial.exactly === '1')
  const set = (change: Partial<TopicSearch>) => setDraft((before) => ({ ...before, ...change }))

  const search = async (query: Partial<TopicSearch>, isChosen = false) => {
    const term = query.term?.trim() ?? ''
    if (term === '') return setError('Write a topic to search for')
    if (query.from && query.to && query.from > query.to) return setError('The first day is after the last day')
    // what the server would refuse is refused here, where the place is shown
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
      <div className={classes.filters}>
        <Select
          label="Country"
          placeholder="Everywhere"
          data={countryChoices()}
          value={draft.geo ?? null}
          onChange={(geo) => set({ geo: geo ?? undefined })}
          searchable
          clearable
          nothingFoundMessage="No such country"
          maxDropdownHeight={280}
          clearButtonProps={{ 'aria-label': 'Any country' }}
        />
        <NameInput
          value={draft.entity ?? ''}
          onChange={(entity) => set({ entity: entity === '' ? undefined : entity })}
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
            set({ source: source.length > 0 ? topicSearchSchema.shape.source.parse(source) : undefined })
          }
          clearable
          clearButtonProps={{ 'aria-label': 'All sources' }}
        />
        <TextInput
          label="From"
          type="date"
          value={draft.from ?? ''}
          max={draft.to}
          onChange={(event) => set({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          label="To"
          type="date"
          value={draft.to ?? ''}
          min={draft.from}
          onChange={(event) => set({ to: event.currentTarget.value || undefined })}
        />
      </div>
      {hasFeeds && <FeedsInput value={draft.feed ?? []} onChange={(feed) => set({ feed })} />}
    </Flex>
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
