import { IconFileTextSpark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { shownText } from '../../../lib/answer-text.ts'
import { useClient } from '../../../lib/api.tsx'
import { useTell } from '../../../lib/notices.tsx'
import { selectMessage } from '../../../lib/selected-messages.ts'
import { meOptions } from '../zeus.queries.ts'
import { Act } from './act.tsx'
import { toAnswerMarkdown } from '../../../lib/answer-markdown.ts'
import type { AnswerModel } from './answer-model.ts'

/** Puts an answer, with its footnotes, to the messages of the next report. */
export const PutIntoReport = ({ answer: { text, understanding, citations, timestamp } }: { answer: AnswerModel }) => {
  const { data: me } = useQuery(meOptions(useClient()))
  const tell = useTell()
  const navigate = useNavigate()
  if (!me || timestamp === null) return null
  const put = () => {
    selectMessage(me.profile.id, {
      timestamp,
      role: 'assistant',
      content: toAnswerMarkdown({ question: null, text: shownText({ text, understanding }), citations }),
    })
    tell('The answer waits in your next report.', [
      {
        label: 'Open the report',
        run: () => void navigate({ to: '/reports/$reportId', params: { reportId: 'new' } }),
      },
    ])
  }
  return (
    <Act label="Put into a report" onClick={put}>
      <IconFileTextSpark size={16} stroke={1.7} aria-hidden />
    </Act>
  )
}
