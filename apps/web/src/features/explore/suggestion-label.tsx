import type { Suggestion } from '@auspex/sdk'
import { IconCategory, IconHash, IconHistory, IconUser } from '@tabler/icons-react'
import { formatPlural } from '../../lib/format.ts'
import classes from './suggestion-label.module.css'

const icons = { recent: IconHistory, entity: IconUser, term: IconHash, category: IconCategory }
const kinds = { recent: 'You searched this before', entity: 'Name', term: 'Word', category: 'From a category' }

export const SuggestionLabel = ({ suggestion }: { suggestion: Suggestion }) => {
  const Icon = icons[suggestion.kind]
  return (
    <span className={classes.row}>
      <Icon size={16} stroke={1.6} aria-label={kinds[suggestion.kind]} />
      <span className={classes.term}>{suggestion.term}</span>
      {suggestion.documents !== null && (
        <span className={classes.count}>{formatPlural(suggestion.documents, 'document')}</span>
      )}
    </span>
  )
}
