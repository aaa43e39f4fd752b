import type { ParsedQuery, QuestionReading } from '@auspex/sdk'
import { Box, Button, Flex, Group, Popover, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconHelpCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { Chevron } from '../../ui/disclosure.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import classes from './explore.module.css'
import { parsedQueryOptions } from './explore.queries.ts'
import { topicSearchSchema, type TopicSearch, toQueryText } from './explore.search.ts'
import { QueryFeedback } from './query-feedback.tsx'
import { QuestionFeedback } from './question-feedback.tsx'
import { Refine, RefineChips } from './refine.tsx'
import { TopicInput } from './topic-input.tsx'
import { searchOfQuestion, usePreloadedReportPage } from './use-search.ts'

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
    parsedQueryOptions(client, JSON.parse(settled) as ReturnType<typeof toQueryText>), // an earlier draftText
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

interface TopicFormProps {
  initial?: Partial<TopicSearch>
  /** Opens the form for several topics; omitted where nobody may use it. */
  onSeveral?: (() => void) | undefined
}

/** Why the typed query cannot be searched; undefined if it can. */
const faultOf = (query: Partial<TopicSearch>): string | undefined => {
  if ((query.term ?? '').trim() === '') return 'Enter a topic'
  const isReversed = query.from && query.to && query.from > query.to
  return isReversed ? 'The first day must not be after the last day' : undefined
}

/** The query in the form, what is known about it, and the search that it starts. */
const useTopicDraft = (initial: Partial<TopicSearch>) => {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Partial<TopicSearch>>(initial)
  const [error, setError] = useState<string>()
  const [isAsTyped, setAsTyped] = useState(initial.exactly === '1')
  const { parsedQuery, isCurrent, readNow } = useParsedQuery(draft)
  const question = draft.and === undefined ? (parsedQuery?.question ?? null) : null
  const set = (change: Partial<TopicSearch>) => setDraft((before) => ({ ...before, ...change }))
  const changeTerm = (term: string) => {
    setError(undefined)
    setAsTyped(false)
    set({ term, exactly: undefined })
  }

  const search = async (query: Partial<TopicSearch>, { isSuggestion = false } = {}) => {
    const fault = faultOf(query)
    // queries that the server would refuse are refused here, where the position is shown
    const isRefused = isCurrent && query.term === draft.term && parsedQuery?.ok === false
    setError(fault ?? (isRefused ? 'This query has an error. See below.' : undefined))
    if (fault !== undefined || isRefused) return
    const term = query.term?.trim() ?? ''
    // Enter may come before typing has paused. The search reads its words too, so it waits only where a question is on the screen.
    const isQuestion = !isSuggestion && question !== null
    const reading = isQuestion && !isAsTyped ? await readNow(term) : null
    void navigate({
      to: '/search',
      search: topicSearchSchema.parse({
        ...query,
        term,
        both: query.and?.trim() ? query.both : undefined,
        ...(isQuestion && isAsTyped && { exactly: '1' }),
        ...(reading && searchOfQuestion(reading, query)),
      }),
    })
  }
  return { draft, set, changeTerm, search, error, parsedQuery, question, isAsTyped, setAsTyped }
}

/** The search form: one field, and everything else behind "Refine", with what is set as chips. */
export const TopicForm = ({ initial = {}, onSeveral }: TopicFormProps) => {
  usePreloadedReportPage()
  const { draft, set, changeTerm, search, error, parsedQuery, question, isAsTyped, setAsTyped } = useTopicDraft(initial)
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
            onChange={changeTerm}
            onChoose={(term) => {
              set({ term })
              void search({ ...draft, term }, { isSuggestion: true })
            }}
          />
        </Box>
        <Button type="submit" size="lg" px={28}>
          Search
        </Button>
      </div>
      {question && <QuestionFeedback question={question} isAsTyped={isAsTyped} onChange={setAsTyped} />}
      {(question === null || isAsTyped) && (
        <QueryFeedback
          query={parsedQuery}
          terms={{ query_term: draft.term ?? '', x_term: draft.term ?? '', y_term: draft.and ?? '' }}
        />
      )}
      <RefineSection draft={draft} onChange={set} help={<HowToAsk onChoose={changeTerm} />} onSeveral={onSeveral} />
    </Flex>
  )
}

interface RefineSectionProps {
  draft: Partial<TopicSearch>
  onChange: (change: Partial<TopicSearch>) => void
  help: ReactNode
  onSeveral: TopicFormProps['onSeveral']
}

/** The button that opens everything else, what is set as chips beside it, and what it opens. */
const RefineSection = ({ draft, onChange, help, onSeveral }: RefineSectionProps) => {
  const [isRefined, setRefined] = useState(false)
  const refineId = useId()
  const refineButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Group gap={8} mt={-4}>
        <Button
          ref={refineButton}
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />}
          rightSection={<Chevron isOpen={isRefined} size={15} />}
          aria-expanded={isRefined}
          aria-controls={refineId}
          onClick={() => setRefined(!isRefined)}
        >
          Refine
        </Button>
        <RefineChips
          draft={draft}
          onChange={(change) => {
            onChange(change)
            refineButton.current?.focus()
          }}
        />
      </Group>
      <div id={refineId} hidden={!isRefined}>
        {isRefined && <Refine draft={draft} onChange={onChange} help={help} {...(onSeveral && { onSeveral })} />}
      </div>
    </>
  )
}

const examples = [
  ['climate change', 'this exact phrase'],
  ['tea OR coffee', 'either one'],
  ['tea AND milk', 'both, anywhere'],
  ['tea -sugar', 'leave a word out'],
  ['(tea OR coffee) -"iced tea"', 'groups and phrases'],
  ['vaccin*', 'words that start like this'],
  ['oat near/5 milk', 'within five words of each other'],
  ['tea lang:en tone:negative', 'language and tone'],
  ['tea outlet:nytimes.com since:2026', 'one outlet, since a date'],
  ['title:tea', 'a word in the title'],
  ['tea score>=10 comments>50', 'points and comments (or views)'],
] as const

/** Examples of the query language; choosing one puts it into the field. */
const HowToAsk = ({ onChoose }: { onChoose: (term: string) => void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={380} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconHelpCircle size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          How to ask
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="How to ask" maw="calc(100vw - 24px)" p={14}>
        <Box component="p" className={textStyles.detail} mb={8} lh={1.5}>
          We look for the exact phrase you type. To be more precise:
        </Box>
        <Box component="ul" mx={-8}>
          {examples.map(([term, meaning]) => (
            <li key={term}>
              <UnstyledButton
                className={`${surfaces.hover} ${surfaces.choice}`}
                onClick={() => {
                  setOpen(false)
                  onChoose(term)
                }}
              >
                <code className={textStyles.code}>{term}</code>
                <Box component="span" className={textStyles.soft} fz="fine">
                  {meaning}
                </Box>
              </UnstyledButton>
            </li>
          ))}
        </Box>
        <Box component="p" className={textStyles.detail} mt={10} lh={1.5}>
          Fields: source, outlet, author, kind, lang, country, tone, since, until, score, comments, views, title. Write
          AND, OR and NOT in capitals.
        </Box>
      </Popover.Dropdown>
    </Popover>
  )
}
