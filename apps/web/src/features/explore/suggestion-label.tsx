import { Box, Flex } from '@mantine/core'
import type { Suggestion } from '@auspex/sdk'
import { IconCategory, IconHash, IconHistory, IconUser } from '@tabler/icons-react'
import { formatPlural } from '../../lib/format.ts'
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
      {suggestion.documents !== null && (
        <Box component="span" className={`${textStyles.small} ${textStyles.tabular}`} flex="none">
          {formatPlural(suggestion.documents, 'document')}
        </Box>
      )}
    </Flex>
  )
}
