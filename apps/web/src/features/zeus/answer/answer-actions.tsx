import { ActionIcon, Group, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconCheck,
  IconCopy,
  IconDots,
  IconDownload,
  IconRefresh,
  IconThumbDown,
  IconThumbUp,
} from '@tabler/icons-react'
import { useClient } from '../../../lib/api.tsx'
import { download, toFileName } from '../../../lib/download.ts'
import type { TurnActions } from '../conversation/turn-actions.ts'
import { useRateMessage } from '../zeus.queries.ts'
import { toAnswerMarkdown } from '../../../lib/answer-markdown.ts'
import type { AnswerModel } from './answer-model.ts'
import { Act } from './act.tsx'
import { PutIntoReport } from './put-into-report.tsx'
import { UsageNote } from './usage-note.tsx'
import { VersionSwitch } from './version-switch.tsx'
import classes from './answer.module.css'

interface AnswerActionsProps {
  answer: AnswerModel
  question: string | null
  actions: Pick<TurnActions, 'canChange' | 'regenerate' | 'selectVersion'>
}

/** Ways to write an answer again, as people ask for them. */
const instructions = ['Shorter', 'In more detail', 'As a table'] as const

/** What can be done with an answer that stands. */
export const AnswerActions = ({ answer, question, actions }: AnswerActionsProps) => {
  const { messageId, text, citations, versions, rating } = answer
  const clipboard = useClipboard({ timeout: 2000 })
  const rate = useRateMessage(useClient())
  if (text === '') return null
  const markdown = () => toAnswerMarkdown({ question, text, citations })
  const save = () =>
    download(`${toFileName(question ?? 'answer')}.md`, new Blob([markdown()], { type: 'text/markdown;charset=utf-8' }))
  const toggle = (value: 'helpful' | 'unhelpful') =>
    messageId !== null && rate.mutate({ id: messageId, rating: rating === value ? null : value })
  return (
    <Group className={classes.actions} gap={2}>
      {versions && (
        <VersionSwitch
          noun="answer"
          versions={versions}
          isDisabled={!actions.canChange}
          onSelect={actions.selectVersion}
        />
      )}
      <Act label={clipboard.copied ? 'Copied' : 'Copy as Markdown'} onClick={() => clipboard.copy(markdown())}>
        {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />}
      </Act>
      <Act label="Save as Markdown" onClick={save}>
        <IconDownload size={16} stroke={1.7} aria-hidden />
      </Act>
      {messageId !== null && (
        <>
          <Act label="Write again" isDisabled={!actions.canChange} onClick={() => actions.regenerate(messageId, null)}>
            <IconRefresh size={16} stroke={1.7} aria-hidden />
          </Act>
          <Act label="Helpful" isPressed={rating === 'helpful'} onClick={() => toggle('helpful')}>
            <IconThumbUp size={16} stroke={1.7} aria-hidden />
          </Act>
          <Act label="Not helpful" isPressed={rating === 'unhelpful'} onClick={() => toggle('unhelpful')}>
            <IconThumbDown size={16} stroke={1.7} aria-hidden />
          </Act>
          <PutIntoReport answer={answer} />
          <Menu position="bottom-start" width={220}>
            <Menu.Target>
              <ActionIcon size="md" aria-label="More for this answer">
                <IconDots size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>Write again</Menu.Label>
              {instructions.map((instruction) => (
                <Menu.Item
                  key={instruction}
                  disabled={!actions.canChange}
                  onClick={() => actions.regenerate(messageId, instruction)}
                >
                  {instruction}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <UsageNote answer={answer} />
    </Group>
  )
}
