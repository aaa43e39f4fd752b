import type { AnswerMode } from '@auspex/sdk'
import { ActionIcon, CloseButton, Textarea, Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDuration, formatInstant } from '../../../lib/time/format.ts'
import { dropDraft, storeDraft, readDraft } from '../../../lib/storage/drafts.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../zeus.module.css'
import { budgetOptions } from '../zeus.queries.ts'
import { ComposerMenu, useComposerMenu } from './composer-menu.tsx'
import { type SlashCommand, toMessage } from './slash-commands.ts'
import { type Attachment, isAttached, maxSignals, signalsOf } from './suggestions.ts'

/** The number of remaining questions from which the day's limit is shown. */
const lowCount = 10

/** The number of questions left today, once it is low; `otherwise` until then. */
const BudgetNote = ({ isRunning, otherwise }: { isRunning: boolean; otherwise: string }) => {
  // each answer uses some, so it is refetched after each
  const { data } = useQuery({ ...budgetOptions(useClient()), enabled: !isRunning })
  if (!data) return otherwise
  const questionsLeft = Math.max(0, data.runsLimit - data.runsUsed)
  const tokensLeft = data.tokensLimit === null ? null : Math.max(0, data.tokensLimit - (data.tokensUsed ?? 0))
  if (questionsLeft > 0 && tokensLeft !== 0)
    return questionsLeft > lowCount ? otherwise : `${formatPlural(questionsLeft, 'question')} left today`
  return `You’ve used today’s questions. You can ask again from ${formatInstant(data.resetsAt)}`
}

/** Chooses between a quick answer and research; nothing where no language model is configured. */
const ModeSwitch = ({ mode, onMode }: { mode: AnswerMode; onMode: (mode: AnswerMode) => void }) => {
  const { data } = useQuery(budgetOptions(useClient()))
  if (!data || data.modes.length === 0) return null
  return (
    <SegmentedControl
      aria-label="How much to look up"
      size="xs"
      value={mode}
      onChange={onMode}
      data={data.modes.map((one) => ({ value: one.mode, label: modeWords[one.mode] }))}
    />
  )
}

const modeWords: Readonly<Record<AnswerMode, string>> = { quick: 'Quick', research: 'Research' }

interface FieldNoteProps {
  attachments: readonly Attachment[]
  mode: AnswerMode
  isRunning: boolean
}

/** How the field is used, or what limits the question. */
const FieldNote = ({ attachments, mode, isRunning }: FieldNoteProps) => {
  const { data: budget } = useQuery(budgetOptions(useClient()))
  const limits = budget?.modes.find((one) => one.mode === mode)
  const tooMany = attachments.filter(({ kind }) => kind === 'signal').length > maxSignals
  return (
    <span className={`${textStyles.small} ${classes.note}`} data-beside-modes={limits !== undefined || undefined}>
      {tooMany ? (
        `A question can be about up to ${maxSignals} signals. Only the first ${maxSignals} count.`
      ) : (
        <BudgetNote
          isRunning={isRunning}
          otherwise={
            limits
              ? `Up to ${formatPlural(limits.maxToolCalls, 'look-up')} and ${formatDuration(limits.maxDurationMs)}`
              : signalsOf(attachments).length === 0
                ? 'Type / for commands and workflows, @ to mention a signal, portfolio or project'
                : ''
          }
        />
      )}
    </span>
  )
}

const StopButton = ({ isStopping, onStop }: { isStopping: boolean; onStop: () => void }) => (
  <Tooltip label="Stop (Esc)">
    <ActionIcon
      ml="auto"
      size="lg"
      radius="xl"
      variant="default"
      aria-label="Stop the answer"
      disabled={isStopping}
      onClick={onStop}
    >
      <IconPlayerStopFilled size={16} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

const SendButton = ({ canSend, onSend }: { canSend: boolean; onSend: () => void }) => (
  <ActionIcon
    ml="auto"
    size="lg"
    radius="xl"
    variant="filled"
    color="iris"
    aria-label="Send"
    disabled={!canSend}
    onClick={onSend}
  >
    <IconArrowUp size={18} aria-hidden />
  </ActionIcon>
)

interface Chip {
  readonly key: string
  readonly label: string
  readonly remove: () => void
}

/** What the question is about. */
const Chips = ({ chips }: { chips: readonly Chip[] }) => (
  <ul className={classes.attachments} aria-label="This question is about">
    {chips.map(({ key, label, remove }) => (
      <li key={key} className={classes.attachment}>
        <span className={textStyles.clip}>{label}</span>
        <CloseButton size="xs" aria-label={`Remove ${label}`} onClick={remove} />
      </li>
    ))}
  </ul>
)

interface TextPlace {
  readonly personId: string
  readonly place: string
  /** The text to begin with, instead of the draft. */
  readonly initial: string
}

/** The text of the field, its draft in this browser, and the position of the caret. */
const useStoredText = ({ personId, place, initial }: TextPlace) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => initial || (readDraft(personId, place)?.text ?? ''))
  const [caret, setCaret] = useState(text.length)
  const caretToSet = useRef<number | null>(null)
  useEffect(() => {
    if (text === '') dropDraft(personId, place)
    else storeDraft(personId, place, { text, base: '' })
  }, [text, personId, place])
  useEffect(() => {
    if (caretToSet.current === null) return
    field.current?.setSelectionRange(caretToSet.current, caretToSet.current)
    caretToSet.current = null
  })
  /** Replaces the text, and moves the caret. */
  const write = (next: string, at: number) => {
    setText(next)
    setCaret(at)
    caretToSet.current = at
  }
  return { field, text, caret, setText, setCaret, write }
}

export interface ComposedMessage {
  readonly message: string
  readonly attachments: readonly Attachment[]
}

interface ComposerProps {
  /** The owner and the place of the draft, which is stored until it is sent. */
  personId: string
  place: string
  initial: { readonly text: string; readonly attachments: readonly Attachment[] }
  /** How much a language model may look up, where there is one. */
  mode: AnswerMode
  onMode: (mode: AnswerMode) => void
  isRunning: boolean
  isStopping: boolean
  onSend: (message: ComposedMessage) => void
  onStop: () => void
  onAction: (name: 'new' | 'export') => void
}

const maxMessageLength = 20_000

/** The question field: Enter sends, Shift Enter starts a new line, / opens commands and @ names things. */
export const Composer = ({
  personId,
  place,
  initial,
  mode,
  onMode,
  isRunning,
  isStopping,
  onSend,
  onStop,
  onAction,
}: ComposerProps) => {
  const id = useId()
  const navigate = useNavigate()
  const { field, text, caret, setText, setCaret, write } = useStoredText({ personId, place, initial: initial.text })
  const [attachments, setAttachments] = useState(initial.attachments)
  const [topic, setTopic] = useState<Extract<SlashCommand, { kind: 'topic' }> | null>(null)
  const { menu, handleKey } = useComposerMenu({
    text,
    caret,
    attachments,
    onText: write,
    onAttach: (one) => setAttachments((before) => (isAttached(before, one) ? before : [...before, one])),
    onCommand: (command) => (command.kind === 'topic' ? setTopic(command) : onAction(command.name)),
    onWorkflow: (workflowId) => void navigate({ to: '/workflows/$workflowId', params: { workflowId } }),
  })
  const message = toMessage(text, topic)
  const canSend = message !== '' && !isRunning
  const send = () => {
    if (!canSend) return
    onSend({ message, attachments })
    write('', 0)
    setTopic(null)
  }
  const chips = [
    ...(topic ? [{ key: 'topic', label: topic.label, remove: () => setTopic(null) }] : []),
    ...attachments.map((one) => ({
      key: one.id,
      label: one.label,
      remove: () => setAttachments((before) => before.filter((other) => other !== one)),
    })),
  ]
  return (
    <div className={classes.dock}>
      <div className={classes.field}>
        {menu && <ComposerMenu id={id} {...menu} />}
        {chips.length > 0 && <Chips chips={chips} />}
        <Textarea
          ref={field}
          aria-label="Ask Zeus"
          placeholder="Ask about your signals"
          autosize
          minRows={1}
          maxRows={10}
          maxLength={maxMessageLength}
          variant="unstyled"
          classNames={{ input: classes.input }}
          value={text}
          // A combobox is a single-line field; a multi-line field may still name its list.
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={menu ? id : undefined}
          aria-activedescendant={menu ? `${id}-${menu.current}` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={(event) => {
            if (handleKey(event)) return
            if (event.key === 'Escape' && isRunning) onStop()
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <div className={classes.bar}>
          <ModeSwitch mode={mode} onMode={onMode} />
          <FieldNote attachments={attachments} mode={mode} isRunning={isRunning} />
          {isRunning ? (
            <StopButton isStopping={isStopping} onStop={onStop} />
          ) : (
            <SendButton canSend={canSend} onSend={send} />
          )}
        </div>
      </div>
    </div>
  )
}
