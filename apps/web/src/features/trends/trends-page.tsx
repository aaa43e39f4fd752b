import type { SmartSearchResult, Suggestion } from '@auspex/sdk'
import { Box, Stack, Combobox, TextInput, useCombobox, Flex } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { EmptyLibrary } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { CategoriesView } from './categories-view.tsx'
import { IndustriesView } from './industries-view.tsx'
import { StoriesView } from './stories-view.tsx'
import { TrendsView } from './trends-view.tsx'
import classes from './trends.module.css'
import { trendsOptions, topicBoxOptions } from './trends.queries.ts'
import { type TrendsSearch, views } from './trends.search.ts'

/** Matches by kind. A topic links to its report, everything else to a search. */
const TopicBoxOptions = ({ result, text }: { result: SmartSearchResult; text: string }) => {
  const words = listWords(result)
  return (
    <Combobox.Options mah={400} style={{ overflowY: 'auto' }} aria-label="What was found">
      {result.signals.length > 0 && (
        <Combobox.Group label="Topics">
          {result.signals.map(({ signalId, title, documents }) => (
            <Option key={signalId} value={signalId} title={title} note={formatPlural(documents, 'document')} />
          ))}
        </Combobox.Group>
      )}
      {words.length > 0 && (
        <Combobox.Group label="Words and names">
          {words.map(({ term, kind, documents }) => (
            <Option
              key={`${kind} ${term}`}
              value={term}
              title={term}
              note={documents === null ? '' : formatPlural(documents, 'document')}
            />
          ))}
        </Combobox.Group>
      )}
      <Combobox.Group
        label={
          result.documentsTotal === 0
            ? 'No document contains these words'
            : `In ${formatPlural(result.documentsTotal, 'document')}`
        }
      >
        <Combobox.Option value={text}>Search “{text}”</Combobox.Option>
        {/* Visual only: a screen reader announces the count, and the report lists the documents. */}
        {result.documents.map(({ id, title, outlet, publishedAt }) => (
          <Flex key={id} direction="column" py={5} px={12} fz="note" aria-hidden>
            <span className={`${textStyles.clip} ${textStyles.soft}`}>{title === '' ? 'Without a title' : title}</span>
            <span className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}>
              {outlet} · {formatDay(publishedAt)}
            </span>
          </Flex>
        ))}
      </Combobox.Group>
    </Combobox.Options>
  )
}

const Option = ({ value, title, note }: { value: string; title: string; note: string }) => (
  <Combobox.Option value={value}>
    <Flex component="span" gap={12} justify="space-between">
      <span>{title}</span>
      <span className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}>{note}</span>
    </Flex>
  </Combobox.Option>
)

/** How many words and names the list shows. */
const shownWords = 6

/** Names come first, because they have counts; a word that is also a topic or a name is listed only as that. */
const listWords = ({ signals, entities, terms }: SmartSearchResult): Suggestion[] => {
  const titles = new Set(signals.map(({ title }) => title.toLowerCase()))
  return [...entities, ...terms]
    .filter(({ term }) => {
      const key = term.toLowerCase()
      const isNew = !titles.has(key)
      titles.add(key)
      return isNew
    })
    .slice(0, shownWords)
}

const typingPauseMs = 120

/** Looks up topics, words, names and documents while somebody types. */
const TopicBox = () => {
  const client = useClient()
  const navigate = useNavigate()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), typingPauseMs)
  const { data, isError } = useQuery(topicBoxOptions(client, query))
  const result = text.trim() === '' || isError ? undefined : data
  const search = (term: string) => {
    combobox.closeDropdown()
    if (term.trim() !== '') void navigate({ to: '/search', search: { term: term.trim() } })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    search(text)
  }
  return (
    <form role="search" aria-label="Look up a topic" onSubmit={submit} noValidate>
      <Combobox
        store={combobox}
        onOptionSubmit={(option) => {
          if (option.startsWith('sig_')) {
            combobox.closeDropdown()
            return void navigate({ to: '/signals/$signalId', params: { signalId: option } })
          }
          return search(option)
        }}
      >
        <Combobox.Target>
          <TextInput
            aria-label="Topic, name or headline"
            placeholder="Topic, name or headline"
            size="md"
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
            onChange={(event) => {
              setText(event.currentTarget.value)
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={result === undefined}>
          {result && <TopicBoxOptions result={result} text={text.trim()} />}
        </Combobox.Dropdown>
      </Combobox>
    </form>
  )
}

const route = getRouteApi('/trends')

const viewWords = { trends: 'Trends', categories: 'Categories', industries: 'Industries', stories: 'Headlines' }

/** What is new in the library, without a query: trends, categories, industries, stories. */
export const TrendsPage = () => {
  const search = route.useSearch()
  const { view: currentView = 'trends' } = search
  const { data: trends } = useQuery(trendsOptions(useClient(), {}))
  return (
    <Page>
      <title>{`${viewWords[currentView]} · Auspex`}</title>
      <div className={`${layout.split} ${classes.hero}`}>
        <div>
          <h1 className={classes.title}>Explore</h1>
          <Box component="p" className={textStyles.lead} fz="lead" lh={1.5}>
            What the library mentions more than before, and why each topic is listed.
          </Box>
        </div>
        <TopicBox />
      </div>
      <Stack gap={28}>
        <nav aria-label="What to explore">
          <ul className={classes.tabs}>
            {views.map((view) => (
              <li key={view}>
                <Link
                  className={`${layout.tab} ${classes.tab}`}
                  to="/trends"
                  search={{ ...(view === 'trends' ? {} : { view }), geo: search.geo }}
                  aria-current={view === currentView ? 'page' : undefined}
                  data-shown={view === currentView}
                  activeProps={{}}
                >
                  {viewWords[view]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {trends?.latestDay === null ? (
          <EmptyLibrary action={<LinkButton to="/">Search a topic</LinkButton>} />
        ) : (
          <CurrentView search={search} />
        )}
      </Stack>
      <p className={textStyles.note}>
        Trends show what has grown, not what will grow. To see how well past forecasts did, open the{' '}
        <Link className={textStyles.inSentence} to="/scoreboard">
          forecast scoreboard
        </Link>
        .
      </p>
    </Page>
  )
}

const CurrentView = ({ search }: { search: TrendsSearch }) => {
  if (search.view === 'categories') return <CategoriesView category={search.category} />
  if (search.view === 'industries') return <IndustriesView industry={search.industry} />
  if (search.view === 'stories') return <StoriesView search={search} />
  return <TrendsView search={search} />
}
