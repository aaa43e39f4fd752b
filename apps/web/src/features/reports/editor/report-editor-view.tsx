import type { SignalBlock } from '../markdown/signal-block.ts'
import {
  type ZeusReport,
  ConflictError,
  measureReportBlock,
  type ReportBlockContent,
  type ChartCard,
  type NumberCard,
  type SectionCard,
} from '@auspex/sdk'
import { Anchor, Textarea, Button, Flex, Checkbox, Popover, Select, Stack } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconArrowLeft, IconAlertTriangle, IconCheck, IconPencil, IconChartLine } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { useRecentSignal } from '../../../lib/api/collection-options.ts'
import { describeFailure } from '../../../lib/api/failure.ts'
import { sectionWords } from '../../../lib/words/words.ts'
import layout from '../../../ui/layout.module.css'
import { Page } from '../../../ui/page.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import classes from './editor.module.css'
import { ReportActions } from './report-actions.tsx'
import { ReportConflictDialog } from './report-conflict-dialog.tsx'
import { AskForPassage, SelectedMessages } from './report-messages.tsx'
import { ReportTextEditor } from './report-text-editor.tsx'
import { useReportEditor, type ReportEditor } from './use-report-editor.ts'

const numbers: Record<NumberCard['measure'], string> = {
  documents: 'Documents',
  momentum: 'Growth',
  tone: 'Mean tone',
}

const charts: Record<ChartCard['measure'], string> = {
  documents: 'Documents a day',
  share: 'Share of all documents',
  tone: 'Mean tone',
  attention: 'Page views a day',
}

const toChoices = (kind: string, words: Readonly<Record<string, string>>) => ({
  group: kind,
  items: Object.entries(words).map(([value, label]) => ({
    value: `${kind.toLowerCase()}.${value}`,
    label: `${kind}: ${label}`,
  })),
})

/** What a block can show of a signal, as `kind.what`. */
const blockChoices = [toChoices('Number', numbers), toChoices('Chart', charts), toChoices('Section', sectionWords)]

/** A block without its values, which the server measures. */
const toBlockContent = (
  choice: string,
  { signalId, title }: { readonly signalId: string; readonly title: string },
): ReportBlockContent => {
  const [kind, value = ''] = choice.split('.')
  // each is one of the choices above
  if (kind === 'chart') return { kind, signalId, measure: value as ChartCard['measure'], points: [] }
  if (kind === 'section')
    return { kind, signalId, section: value as SectionCard['section'], title, text: '', points: [], rows: [] }
  return { kind: 'number', signalId, measure: value as NumberCard['measure'], value: null, low: null, high: null }
}

/** Inserts a number, a chart or a section of a signal into the text, measured now. */
const AddBlock = ({ onAdd }: { onAdd: (block: SignalBlock) => void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <RichTextEditor.ControlsGroup>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus withArrow={false}>
        <Popover.Target>
          <RichTextEditor.Control
            aria-label="Insert what a signal shows"
            title="Insert what a signal shows"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            <IconChartLine size={16} stroke={1.5} aria-hidden />
          </RichTextEditor.Control>
        </Popover.Target>
        <Popover.Dropdown aria-label="Insert what a signal shows">
          <BlockForm
            onAdd={(block) => {
              setOpen(false)
              onAdd(block)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </RichTextEditor.ControlsGroup>
  )
}

const BlockForm = ({ onAdd }: { onAdd: (block: SignalBlock) => void }) => {
  const client = useClient()
  const { signalId, title, isEmpty, field } = useRecentSignal()
  const [what, setWhat] = useState('number.documents')
  const [frozen, setFrozen] = useState(false)
  const measure = useMutation({
    mutationFn: (content: ReportBlockContent) => measureReportBlock({ content }, { client }),
    onSuccess: (measured) => onAdd({ ...measured, frozen }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signalId !== null) measure.mutate(toBlockContent(what, { signalId, title }))
  }
  if (isEmpty) return <p className={textStyles.text}>Search a topic first. A block shows what its report measured.</p>
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <Select
          {...field}
          searchable
          // the form opens with the focus here, and an open list would cover its button
          openOnFocus={false}
          nothingFoundMessage="No matching signals"
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label="What to show"
          data={blockChoices}
          value={what}
          onChange={(value) => value && setWhat(value)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <Checkbox
          label="Freeze: keep the current values"
          checked={frozen}
          onChange={(event) => setFrozen(event.currentTarget.checked)}
        />
        {measure.error && (
          <p className={textStyles.fault} role="alert">
            {describeFailure(measure.error).message}.
          </p>
        )}
        <Button type="submit" loading={measure.isPending} disabled={signalId === null}>
          Insert
        </Button>
      </Stack>
    </form>
  )
}

/** Whether the text on the screen is saved. */
const ReportSaveNote = ({
  editor: { saving, isSaved, state },
  onRetry,
}: {
  editor: ReportEditor
  onRetry: () => void
}) => (
  <Flex component="output" className={`${textStyles.caption} ${classes.saveNote}`} data-status={saving.status}>
    {saving.status === 'failed' ? (
      <>
        <IconAlertTriangle size={15} stroke={2} aria-hidden /> Couldn’t save: {describeReason(saving.error)}
        <Button size="compact-xs" variant="subtle" onClick={onRetry}>
          {saving.error instanceof ConflictError ? 'Compare' : 'Try again'}
        </Button>
      </>
    ) : isSaved ? (
      state.selectedReport !== null && (
        <>
          <IconCheck size={15} stroke={2} aria-hidden /> Saved
        </>
      )
    ) : (
      <>
        <IconPencil size={15} stroke={2} aria-hidden /> Not saved yet; kept in this browser
      </>
    )}
  </Flex>
)

const describeReason = (error: unknown): string => {
  if (error instanceof ConflictError) return 'it was changed elsewhere in the meantime.'
  const { message, detail } = describeFailure(error)
  return `${detail ?? `${message}.`} What you typed is kept in this browser.`
}

const maxTitleLength = 300

export const ReportEditorView = ({ report, personId }: { report: ZeusReport | null; personId: string }) => {
  const editor = useReportEditor({ report, personId })
  const { state, title, setTitle, conflict, text } = editor
  const selected = state.selectedReport
  const save = () => void editor.save(text.current?.flush() ?? state.content)
  useSaveKey(save)
  return (
    <Page width="narrow">
      <title>{`${title || 'New report'} · Auspex`}</title>
      <header className={classes.header}>
        <Anchor component={Link} to="/reports" className={`${textStyles.caption} ${classes.back}`}>
          <IconArrowLeft size={15} stroke={1.8} aria-hidden /> Reports
        </Anchor>
        <h1 className={classes.heading} tabIndex={-1}>
          <Textarea
            aria-label="Title of the report"
            placeholder="Untitled report"
            classNames={{ input: classes.title }}
            variant="unstyled"
            autosize
            minRows={1}
            value={title}
            maxLength={maxTitleLength}
            onChange={(event) => setTitle(event.currentTarget.value.replaceAll('\n', ' '))}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </h1>
        <div className={layout.bar}>
          <ReportSaveNote editor={editor} onRetry={save} />
          <ReportActions editor={editor} report={selected} onSave={save} />
        </div>
      </header>
      {editor.isRestored && !editor.isSaved && (
        <p className={textStyles.note} role="status">
          Your unsaved text from last time was restored.
        </p>
      )}
      <ReportTextEditor
        key={editor.epoch}
        initial={state.content}
        cursor={editor.cursor}
        onWrite={(content) => editor.dispatch({ kind: 'write', content })}
        onSave={save}
        handle={text}
        tools={
          <>
            <AddBlock onAdd={(block) => text.current?.insertBlock(block)} />
            <AskForPassage
              reportId={selected?.id ?? null}
              onAnswer={(message) => {
                editor.dispatch({ kind: 'select-message', message })
                text.current?.suggest(message.content)
              }}
            />
          </>
        }
      />
      <SelectedMessages
        messages={state.selectedMessages}
        onInsert={(message) => text.current?.insert(message.content)}
        onSuggest={(message) => text.current?.suggest(message.content)}
        onRemove={({ timestamp }) => editor.dispatch({ kind: 'remove-message', timestamp })}
      />
      {conflict && <ReportConflictDialog conflict={conflict} editor={editor} />}
    </Page>
  )
}

/** Ctrl S saves wherever the focus is. */
const useSaveKey = (save: () => void) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
