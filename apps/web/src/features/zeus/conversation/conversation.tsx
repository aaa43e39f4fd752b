import type { TurnActions, Turn, QuestionModel } from './use-conversation.ts'
import { ActionIcon, Button, Group, Textarea, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { VersionSwitch } from '../answer/answer-actions.tsx'
import { AnswerView } from '../answer/answer-view.tsx'
import classes from './conversation.module.css'

/** Questions and answers, oldest first. */
export const Conversation = ({ turns, actions }: { turns: readonly Turn[]; actions: TurnActions }) => (
  <ol className={classes.turns} aria-label="Conversation">
    {turns.map(({ key, question, answer }, index) => (
      <li key={key} className={classes.turn}>
        {question && <QuestionView question={question} actions={actions} />}
        {answer && (
          <AnswerView
            answer={answer}
            question={question?.text ?? null}
            isLast={index === turns.length - 1}
            actions={actions}
          />
        )}
      </li>
    ))}
  </ol>
)

interface QuestionViewProps {
  question: QuestionModel
  actions: TurnActions
}

/** The person's question; editing it asks again and retains the old version. */
const QuestionView = ({ question: { id, text, versions }, actions }: QuestionViewProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null && id !== null) {
    const send = () => {
      setDraft(null)
      if (draft.trim() !== '' && draft.trim() !== text) actions.edit(id, draft.trim())
    }
    return (
      <div className={classes.editing}>
        <Textarea
          aria-label="Edit the question"
          autosize
          maxRows={12}
          maxLength={20_000}
          value={draft}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened for typing
          autoFocus
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(null)
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <Group gap={8} mt={8}>
          <Button size="compact-md" onClick={send}>
            Ask again
          </Button>
          <Button size="compact-md" variant="subtle" color="gray" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <div className={classes.question}>
      <p className={classes.said}>{text}</p>
      <Group className={classes.questionActions} gap={2}>
        {versions && (
          <VersionSwitch
            noun="question"
            versions={versions}
            isDisabled={!actions.canChange}
            onSelect={actions.selectVersion}
          />
        )}
        {id !== null && (
          <Tooltip label="Edit and ask again">
            <ActionIcon
              size="sm"
              aria-label="Edit and ask again"
              disabled={!actions.canChange}
              onClick={() => setDraft(text)}
            >
              <IconPencil size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </div>
  )
}
