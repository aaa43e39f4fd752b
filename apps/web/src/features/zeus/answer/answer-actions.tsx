import type { MessageVersions } from '@auspex/sdk'
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconCheck,
  IconCopy,
  IconDots,
  IconDownload,
  IconRefresh,
  IconThumbDown,
  IconThumbUp,
  IconFileTextSpark,
  IconTextPlus,
} from '@tabler/icons-react'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { download, toFileName } from '../../../lib/files/download.ts'
import type { TurnActions } from '../conversation/use-conversation.ts'
import { useRateMessage, meOptions } from '../zeus.queries.ts'
import { toAnswerMarkdown, shownText } from '../../../lib/words/answers.ts'
import type { AnswerModel } from './answer-model.ts'
import { formatCount } from '../../../lib/numbers/format.ts'
import { formatDuration, formatInstant } from '../../../lib/time/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { selectMessage } from '../../../lib/storage/selected-messages.ts'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../conversation/conversation.module.css'

interface VersionSwitchProps {
  /** The thing with versions: "answer". */
  noun: string
  versions: MessageVersions
  isDisabled: boolean
  onSelect: (messageId: string) => void
}

/** Which version of a message is shown, and its neighbours. Renders nothing if there is only one. */
export const VersionSwitch = ({ noun, versions: { number, ids }, isDisabled, onSelect }: VersionSwitchProps) => {
  if (ids.length < 2) return null
  const [before, after] = [ids[number - 2], ids[number]]
  const step = (id: string | undefined, label: string, icon: React.ReactNode) => (
    <ActionIcon
      size="sm"
      aria-label={`${label} version of the ${noun}`}
      disabled={isDisabled || id === undefined}
      onClick={() => id !== undefined && onSelect(id)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label={`Versions of the ${noun}`}>
      {step(before, 'Earlier', <IconChevronLeft size={15} aria-hidden />)}
      <span className={`${textStyles.small} ${textStyles.tabular}`}>
        {number} of {ids.length}
      </span>
      {step(after, 'Later', <IconChevronRight size={15} aria-hidden />)}
    </Group>
  )
}

/** One action on an answer: an icon, whose label is announced, and shown on demand. */
const Act = ({ label, isPressed, isDisabled = false, isBusy = false, onClick, children }: ActProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size="md"
      aria-label={label}
      aria-pressed={isPressed}
      data-pressed={isPressed || undefined}
      className={classes.act}
      disabled={isDisabled}
      loading={isBusy}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

/** Adds an answer, with its footnotes, to the messages of the next report. */
const PutIntoReport = ({ answer: { text, understanding, citations, timestamp } }: { answer: AnswerModel }) => {
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
    tell('The answer was added to your next report.', [
      {
        label: 'Open the report',
        run: () => void navigate({ to: '/reports/$reportId', params: { reportId: 'new' } }),
      },
    ])
  }
  return (
    <Menu.Item leftSection={<IconTextPlus size={15} aria-hidden />} onClick={put}>
      Add to the next report
    </Menu.Item>
  )
}

/** What wrote an answer, how long it took and what it used. */
const UsageNote = ({ answer: { usage, timestamp } }: { answer: AnswerModel }) => {
  if (usage === null) return null
  const { model, inputTokens, outputTokens, costUsd, durationMs } = usage
  const tokens =
    inputTokens === null && outputTokens === null
      ? null
      : `${formatCount((inputTokens ?? 0) + (outputTokens ?? 0))} tokens`
  const cost = costUsd === null ? null : `$${costUsd < 0.01 ? costUsd.toPrecision(1) : costUsd.toFixed(2)}`
  const parts = [model ?? 'Built-in analyst', formatDuration(durationMs), tokens, cost].filter((part) => part !== null)
  return (
    <span
      className={`${textStyles.small} ${classes.usage}`}
      title={timestamp === null ? undefined : formatInstant(timestamp)}
    >
      {parts.join(' · ')}
    </span>
  )
}

interface AnswerActionsProps {
  answer: AnswerModel
  question: string | null
  actions: TurnActions
}

/** Common requests for rewriting an answer. */
const instructions = ['Shorter', 'In more detail', 'As a table'] as const

/** The actions on a finished answer. */
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
          <Act
            label="Make a report of this answer"
            isBusy={actions.isCreatingReport}
            onClick={() => actions.createReport(messageId)}
          >
            <IconFileTextSpark size={16} stroke={1.7} aria-hidden />
          </Act>
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
              <Menu.Divider />
              <PutIntoReport answer={answer} />
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <UsageNote answer={answer} />
    </Group>
  )
}

interface ActProps {
  label: string
  isPressed?: boolean
  isDisabled?: boolean
  isBusy?: boolean
  onClick: () => void
  children: ReactNode
}
