import type { PublishedDocument, SearchHelp } from '@auspex/sdk'
import { getSearchHelpQueryOptions, listSimilarDocumentsQueryOptions } from '@auspex/sdk/react'
import { Box, CloseButton, Flex, Skeleton, Stack } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount, formatPlural, formatShare } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { SimilarList } from '../../ui/similar-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import type { TopicSearch } from './explore.search.ts'

/** The library learns new words slowly, and the answer costs a second. */
const maxAgeMs = 30 * 60_000

interface SearchHelpLinesProps {
  /** The topic; what narrows the search stays when something is chosen. */
  search: TopicSearch
}

/** What the library's words know of a topic: a wording that was probably meant, other names, and meanings. Nothing of it is searched by itself; shows nothing where nothing would help. */
export const SearchHelpLines = ({ search }: SearchHelpLinesProps) => {
  const { term = '' } = search
  const client = useClient()
  const [isHidden, setHidden] = useSessionStorage({ key: `auspex.help.${term}`, defaultValue: false })
  const { data } = useQuery(
    getSearchHelpQueryOptions(
      { query_term: term },
      {
        request: { client },
        query: { enabled: term !== '' && search.and === undefined && !isHidden, staleTime: maxAgeMs },
      },
    ),
  )
  if (isHidden || data === undefined) return null
  const lines = linesOf(data, search)
  if (lines.length === 0) return null
  return (
    <Flex component="aside" gap={8} align="flex-start" justify="space-between" aria-label="Help with this search">
      <Stack className={`${textStyles.soft} ${textStyles.breakable}`} gap={2} fz="text" miw={0}>
        {lines}
      </Stack>
      <CloseButton size="sm" aria-label="Hide the help with this search" onClick={() => setHidden(true)} />
    </Flex>
  )
}

const linesOf = ({ didYouMean, alsoCalled, meanings }: SearchHelp, search: TopicSearch): ReactNode[] => {
  const lines = []
  if (didYouMean !== null)
    lines.push(
      <Box key="meant" component="p" m={0} lh="24px">
        Did you mean{' '}
        <Choice
          search={search}
          term={didYouMean.query_term}
          end="?"
          note={formatPlural(didYouMean.documents, 'document')}
        >
          {didYouMean.query_term}
        </Choice>
      </Box>,
    )
  if (alsoCalled.length > 0)
    lines.push(
      <Line key="names" label="Also called">
        {alsoCalled.map(({ name, adds, query_term: term }) => (
          <Choice
            key={name}
            search={search}
            term={term}
            note={`+${formatCount(adds)}`}
            hint={`Search for either: ${formatPlural(adds, 'more document')}`}
          >
            {name}
          </Choice>
        ))}
      </Line>,
    )
  if (meanings.length > 0)
    lines.push(
      <Line key="meanings" label="Several meanings">
        {meanings.map(({ label, share, documents, query_term: term }) => (
          <Choice
            key={label}
            search={search}
            term={term}
            note={formatShare(share)}
            hint={`Narrow to this meaning: ${formatPlural(documents, 'document')}`}
          >
            {label}
          </Choice>
        ))}
      </Line>,
    )
  return lines
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Flex component="p" gap="0 14px" m={0} wrap="wrap" align="baseline" lh="24px">
    <span className={textStyles.quiet}>{label}:</span>
    {children}
  </Flex>
)

interface ChoiceProps {
  search: TopicSearch
  /** What is searched instead. */
  term: string
  note: string
  hint?: string
  /** A sign right after the words. */
  end?: string
  children: string
}

const Choice = ({ search, term, note, hint, end = '', children }: ChoiceProps) => (
  <span>
    <Link
      className={`${textStyles.inSentence} ${textStyles.strong}`}
      to="/search"
      search={{ ...search, term, exactly: undefined }}
      title={hint}
    >
      {children}
    </Link>
    {end} <span className={`${textStyles.fine} ${textStyles.tabular}`}>{note}</span>
  </span>
)

/** From this many words on a text is a sentence: few documents hold all of its words, and many may be about the same. */
const minSentenceWords = 5

export const isSentence = (text: string): boolean =>
  !/["()]|\b(?:AND|OR|NOT|NEAR)\b|\w:\w/.test(text) && text.trim().split(/\s+/).length >= minSentenceWords

/** Documents about the same as a sentence, marked as found by meaning: the counts of a report stay those of words. */
export const CloseInMeaning = ({ text }: { text: string }) => {
  const client = useClient()
  const { data, error } = useQuery(
    listSimilarDocumentsQueryOptions({ text }, { request: { client }, query: { staleTime: maxAgeMs } }),
  )
  if (error) return null
  return (
    <section aria-labelledby="close-in-meaning">
      <Box id="close-in-meaning" component="h2" mb={4} fz="title">
        Close in meaning
      </Box>
      <Box component="p" className={textStyles.note} mb={14}>
        Found by meaning rather than by exact words. They are not counted in reports.
      </Box>
      {data === undefined ? (
        <Stack gap={12} role="group" aria-busy="true" aria-label="Loading similar documents">
          <Skeleton height={48} radius="md" />
          <Skeleton height={48} radius="md" />
          <Skeleton height={48} radius="md" />
        </Stack>
      ) : data.note === null ? (
        <div className={surfaces.panel} style={{ padding: '16px 18px' }}>
          <SimilarList
            label="Similar documents"
            rows={data.items.map(({ document, similarity }) => ({ ...toRow(document), similarity }))}
          />
        </div>
      ) : (
        <p className={textStyles.soft}>{data.note}</p>
      )}
    </section>
  )
}

const toRow = ({ id, title, outlet, url, snippet, publishedAt }: PublishedDocument) => ({
  id,
  title: title === '' ? outlet : title,
  href: url,
  caption: `${outlet} · ${formatDay(publishedAt)}`,
  snippet,
})
