import type { Citation } from '@auspex/sdk'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { citationWords } from './citation-words.ts'
import classes from './answer.module.css'

/** The number behind a claim; it opens what the claim stands on. */
export const CitationChip = ({ citation, onOpen }: { citation: Citation; onOpen: () => void }) => {
  const words = citationWords(citation)
  return (
    <Tooltip label={words} multiline maw={340} openDelay={300}>
      <UnstyledButton
        component="button"
        className={classes.chip}
        data-kind={citation.kind}
        aria-label={`Source ${citation.number}: ${words}`}
        onClick={onOpen}
      >
        {citation.number}
      </UnstyledButton>
    </Tooltip>
  )
}
