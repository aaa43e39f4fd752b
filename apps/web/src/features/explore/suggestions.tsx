import { Box, Combobox, Flex } from '@mantine/core'
import type { Suggestion } from '@auspex/sdk'
import { IconCategory, IconHash, IconHistory, IconUser } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { formatPlural } from '../../lib/numbers/format.ts'
import { useClient } from '../../lib/api/api.tsx'
import { suggestionsOptions } from './explore.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

const icons = { recent: IconHistory, entity: IconUser, term: IconHash, category: IconCategory }
const kinds = { recent: 'You searched this before', entity: 'Name', term: 'Word', category: 'From a category' }

export const SuggestionLabel = ({ suggestion }: { suggestion: Suggestion }) => {
  const Icon = icons[suggestion.kind]
  return (
    <Flex component="span" gap={10} align="center" miw={0}>
      <Icon size={16} stroke={1.6} color="var(--ink-3)" aria-label={kinds[suggestion.kind]} />
      <Box component="span" className={textStyles.clip} flex={1}>
        {suggestion.term}
      </Box>
      <Box component="span" className={`${textStyles.small} ${textStyles.tabular}`} flex="none">
        {describeSupport(suggestion)}
      </Box>
    </Flex>
  )
}

/** How much of the library a suggestion matches. A suggestion without counts is too common to count while somebody types. */
const describeSupport = ({ stories, documents, kind }: Suggestion): string => {
  if (stories === 0) return 'nothing yet'
  if (stories !== null) return formatPlural(stories, 'piece')
  if (documents !== null) return formatPlural(documents, 'document')
  return kind === 'term' ? 'common word' : ''
}

interface SuggestionOptionsProps {
  suggestions: readonly Suggestion[]
  /** The value of the option that searches a term. */
  toValue: (term: string) => string
}

/** Suggested terms below a field; previous searches have a separate list there. */
export const SuggestionOptions = ({ suggestions, toValue }: SuggestionOptionsProps) =>
  suggestions
    .filter(({ kind }) => kind !== 'recent')
    .map((suggestion) => (
      <Combobox.Option key={`${suggestion.kind} ${suggestion.term}`} value={toValue(suggestion.term)}>
        <SuggestionLabel suggestion={suggestion} />
      </Combobox.Option>
    ))

const typingPauseMs = 120
const none: readonly Suggestion[] = []

/** Suggested terms for the typed text; failures are silent, because a person can always continue typing. */
export const useSuggestions = (text: string): readonly Suggestion[] => {
  const client = useClient()
  const [term] = useDebouncedValue(text.trim(), typingPauseMs)
  const { data } = useQuery(suggestionsOptions(client, term))
  return text.trim() === '' ? none : (data?.items ?? none)
}
