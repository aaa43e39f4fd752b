import type { QuestionReading } from '@auspex/sdk'
import type { TopicSearch } from './explore.search.ts'

/** The search that a question asks for; days in the fields take precedence over days in the text. */
export const searchOfQuestion = (
  question: NonNullable<QuestionReading>,
  { from, to }: Partial<TopicSearch>,
): Partial<TopicSearch> => ({
  term: question.query_term,
  exactly: undefined,
  from: from ?? (to === undefined ? (question.startDate ?? undefined) : undefined),
  to: to ?? (from === undefined ? (question.endDate ?? undefined) : undefined),
})
