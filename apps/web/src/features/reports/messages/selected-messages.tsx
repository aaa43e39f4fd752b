import type { SelectedMessage } from '@auspex/sdk'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPencilQuestion, IconTextPlus, IconX } from '@tabler/icons-react'
import { formatInstant } from '../../../lib/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
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
