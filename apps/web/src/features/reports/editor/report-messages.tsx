import { type SelectedMessage, getZeusReply } from '@auspex/sdk'
import { ActionIcon, Button, Tooltip, Group, Popover, Stack, Textarea } from '@mantine/core'
import { IconPencilQuestion, IconTextPlus, IconX, IconMessageQuestion } from '@tabler/icons-react'
import { RichTextEditor } from '@mantine/tiptap'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatInstant } from '../../../lib/time/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { toAnswerMarkdown, shownText } from '../../../lib/words/answers.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { failureSentences } from '../../../lib/api/failure.ts'
import classes from '../reports.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface SelectedMessagesProps {
  messages: readonly SelectedMessage[]
  onInsert: (message: SelectedMessage) => void
  /** Suggests the message as a revision of the text, edit by edit. */
  onSuggest: (message: SelectedMessage) => void
  onRemove: (message: SelectedMessage) => void
}

/** Chat messages that were picked for the report: inserted into the text one by one, or removed. */
export const SelectedMessages = ({ messages, onInsert, onSuggest, onRemove }: SelectedMessagesProps) =>
  messages.length > 0 && (
    <Section title="Messages for this report">
      <ul className={classes.messages} aria-label="Messages for this report">
        {messages.map((message) => (
          <li key={message.timestamp} className={`${surfaces.panel} ${classes.message}`}>
            <div className={classes.messagesHead}>
              <span className={textStyles.caption}>
                {message.role === 'assistant' ? 'Zeus' : 'You'} · {formatInstant(message.timestamp)}
              </span>
              <span className={classes.messagesTools}>
                <Button
                  size="compact-sm"
                  variant="light"
                  leftSection={<IconTextPlus size={14} aria-hidden />}
                  onClick={() => onInsert(message)}
                >
                  Insert
                </Button>
                {message.role === 'assistant' && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    leftSection={<IconPencilQuestion size={14} aria-hidden />}
                    onClick={() => onSuggest(message)}
                  >
                    Suggest as edits
                  </Button>
                )}
                <Tooltip label="Remove the message">
                  <ActionIcon size={28} aria-label="Remove the message" onClick={() => onRemove(message)}>
                    <IconX size={15} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </span>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it */}
            <div className={classes.messagesWords} role="group" aria-label="Message" tabIndex={0}>
              <Markdown text={message.content} topLevel={4} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )

interface AskForPassageProps {
  /** Null until it was first saved. */
  reportId: string | null
  onAnswer: (message: SelectedMessage) => void
}

const maxQuestionLength = 2000

/** Asks Zeus for a passage. The whole answer is needed, since suggestions are derived from all of it. */
export const AskForPassage = ({ reportId, onAnswer }: AskForPassageProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <RichTextEditor.ControlsGroup>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus withArrow={false}>
        <Popover.Target>
          <RichTextEditor.Control
            aria-label="Ask Zeus for a passage"
            title="Ask Zeus for a passage"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            <IconMessageQuestion size={16} stroke={1.5} aria-hidden />
          </RichTextEditor.Control>
        </Popover.Target>
        <Popover.Dropdown aria-label="Ask Zeus for a passage">
          <QuestionForm
            reportId={reportId}
            onAnswer={(message) => {
              setOpen(false)
              onAnswer(message)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </RichTextEditor.ControlsGroup>
  )
}

const QuestionForm = ({ reportId, onAnswer }: AskForPassageProps) => {
  const client = useClient()
  const [question, setQuestion] = useState('')
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    // closing the form cancels the request
    return () => controller.abort()
  }, [])
  const requestPassage = useMutation({
    mutationFn: async () => {
      const { message } = await getZeusReply(
        { message: question.trim(), reportId },
        { client, signal: stop.current.signal },
      )
      return message
    },
    onSuccess: ({ content, understanding, citations, timestamp }) =>
      onAnswer({
        timestamp,
        role: 'assistant',
        content: toAnswerMarkdown({ question: null, text: shownText({ text: content, understanding }), citations }),
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '' && !requestPassage.isPending) requestPassage.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <Textarea
          label="What should Zeus write about?"
          placeholder="What changed in oat milk since June?"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={maxQuestionLength}
          data-autofocus
          value={question}
          readOnly={requestPassage.isPending}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
          }}
        />
        {requestPassage.error && (
          <p className={textStyles.fault} role="alert">
            {failureSentences(requestPassage.error)}
          </p>
        )}
        <Group gap={10} wrap="nowrap">
          <Button type="submit" loading={requestPassage.isPending} disabled={question.trim() === ''}>
            Ask
          </Button>
          <span className={textStyles.small} role="status">
            {requestPassage.isPending ? 'Zeus is reading your library.' : 'Its text arrives as suggested edits.'}
          </span>
        </Group>
      </Stack>
    </form>
  )
}
