import type { QuestionReading } from '@auspex/sdk'
import { Group, UnstyledButton, Box } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { formatDay, formatDayRange } from '../../lib/time/format.ts'
import type { TopicSearch } from './explore.search.ts'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface QuestionFeedbackProps {
  question: NonNullable<QuestionReading>
  /** The text is searched verbatim instead. */
  isAsTyped: boolean
  onChange: (isAsTyped: boolean) => void
}

/** The search that a typed question leads to, and a switch between it and a verbatim search. */
export const QuestionFeedback = ({ question, isAsTyped, onChange }: QuestionFeedbackProps) => {
  const days = describeDays(question)
  const words = (
    <>
      {question.words.map((word) => (
        <code key={word} className={`${textStyles.code} ${surfaces.badge} ${surfaces.accent}`}>
          {word}
        </code>
      ))}
      {days !== '' && <span>{days}</span>}
    </>
  )
  return (
    <Group className={textStyles.detail} role="status" gap="4px 6px" align="baseline">
      <span>Searching for</span>
      {isAsTyped ? <strong>exactly what you typed</strong> : words}
      <span>or</span>
      <UnstyledButton
        className={`${textStyles.link} ${textStyles.strong} ${layout.inline}`}
        mih={24}
        fz="note"
        onClick={() => onChange(!isAsTyped)}
      >
        {isAsTyped ? words : 'exactly what you typed'}
      </UnstyledButton>
    </Group>
  )
}

const describeDays = ({ startDate, endDate }: NonNullable<QuestionReading>): string => {
  if (startDate !== null && endDate !== null) {
    const year = startDate.slice(0, 4)
    const isYear = startDate === `${year}-01-01` && endDate === `${year}-12-31`
    return isYear ? `in ${year}` : formatDayRange(startDate, endDate)
  }
  if (startDate !== null) return `since ${formatDay(startDate)}`
  return endDate === null ? '' : `until ${formatDay(endDate)}`
}

interface QuestionNoticeProps {
  question: NonNullable<QuestionReading>
  /** The search as it was typed. */
  search: TopicSearch
}

/** Explains what is searched for a question that did not come from the form, with the same switch to a verbatim search. */
export const QuestionNotice = ({ question, search }: QuestionNoticeProps) => {
  const navigate = useNavigate()
  return (
    <Box component="aside" className={`${surfaces.callout} ${surfaces.accent}`} aria-label="How we read your question">
      <QuestionFeedback
        question={question}
        isAsTyped={false}
        onChange={() => void navigate({ to: '/search', search: { ...search, exactly: '1' } })}
      />
    </Box>
  )
}
