import { useState } from 'react'
import { type AnswerModel, isGrowing } from '../answer/answer-model.ts'
import textStyles from '../../../ui/text-styles.module.css'

const longest = 2000

/** Says to a screen reader that an answer is being written, and reads it once it is whole: each new word would drown the one before. */
export const AnswerAnnouncer = ({ answer }: { answer: AnswerModel | null }) => {
  const growing = answer !== null && isGrowing(answer)
  // Only what was written while the page was open is read out.
  const [wasGrowing, setWasGrowing] = useState(false)
  if (growing && !wasGrowing) setWasGrowing(true)
  const words = growing ? 'Zeus is answering.' : wasGrowing && answer ? plain(answer.text) : ''
  return (
    <div className={textStyles.hidden} role="status" aria-live="polite">
      {words}
    </div>
  )
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[\d{1,4}\]/g, '')
    .replaceAll(/[*_`#>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
