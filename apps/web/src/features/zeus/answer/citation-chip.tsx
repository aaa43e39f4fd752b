import type { Citation } from '@auspex/sdk'
import { UnstyledButton } from '@mantine/core'
import { citationWords } from '../../../lib/citation-words.ts'
import classes from './answer.module.css'

/** The number behind a claim; it opens what the claim stands on. */
export const CitationChip = ({ citation, onOpen }: { citation: Citation; onOpen: () => void }) => {
  const words = citationWords(citation)
  return (
    <UnstyledButton
      component="button"
      className={classes.chip}
      aria-label={`Source ${citation.number}: ${words}`}
      title={words}
      onClick={onOpen}
    >
      {citation.number}
    </UnstyledButton>
  )
}
