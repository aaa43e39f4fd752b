import { Box } from '@mantine/core'
import type { QuestionReading } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import type { TopicSearch } from './explore.search.ts'
import { QuestionFeedback } from './question-feedback.tsx'
import surfaces from '../../ui/surfaces.module.css'

interface QuestionNoticeProps {
  question: NonNullable<QuestionReading>
  /** The search as it was typed. */
  search: TopicSearch
}

/** Explains what is searched for a question that did not come from the form, with the same switch to a verbatim search. */
export const QuestionNotice = ({ question, search }: QuestionNoticeProps) => {
  const navigate = useNavigate()
  return (
    <Box component="aside" className={`${surfaces.callout} ${surfaces.accent}`} aria-label="How your question was read">
      <QuestionFeedback
        question={question}
        isAsTyped={false}
        onChange={() => void navigate({ to: '/search', search: { ...search, exactly: '1' } })}
      />
    </Box>
  )
}
