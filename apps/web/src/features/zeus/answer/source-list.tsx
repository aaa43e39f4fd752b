import { UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { Chevron } from '../../../ui/chevron.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { useEvidence } from '../evidence-context.ts'
import type { AnswerModel } from './answer-model.ts'
import { citationWords } from '../../../lib/citation-words.ts'
import { documentSignals } from './document-signals.ts'
import classes from './answer.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** All that the answer stands on, by number. */
export const SourceList = ({ answer }: { answer: AnswerModel }) => {
  const [isOpen, setOpen] = useState(false)
  const { open } = useEvidence()
  const id = useId()
  const signalIdsOf = documentSignals(answer)
  return (
    <div>
      <UnstyledButton
        className={classes.step}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron isOpen={isOpen} size={14} /> {formatPlural(answer.citations.length, 'source')}
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <RovingList component="ol" aria-label="Sources of the answer" gap={2}>
            {answer.citations.map((citation) => (
              <li key={citation.number}>
                <UnstyledButton
                  className={`${surfaces.choice} ${surfaces.hover} ${classes.source}`}
                  onClick={() => open({ citation, signalIds: signalIdsOf(citation) })}
                >
                  <span className={classes.chip} aria-hidden>
                    {citation.number}
                  </span>
                  <span className={textStyles.detail}>{citationWords(citation)}</span>
                </UnstyledButton>
              </li>
            ))}
          </RovingList>
        )}
      </div>
    </div>
  )
}
