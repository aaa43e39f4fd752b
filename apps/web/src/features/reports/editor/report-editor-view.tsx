import type { ZeusReport } from '@auspex/sdk'
import { Anchor, Textarea } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Page } from '../../../ui/page.tsx'
import { ReportConflictDialog } from '../conflict/report-conflict-dialog.tsx'
import { AskForPassage } from '../messages/ask-for-passage.tsx'
import { SelectedMessages } from '../messages/selected-messages.tsx'
import { AddBlock } from './add-block.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportSaveNote } from './report-save-note.tsx'
import { ReportTextEditor } from './report-text-editor.tsx'
import { useReportEditor } from './use-report-editor.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const longestTitle = 300

/** A report with its text, to be written. */
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
            maxLength={longestTitle}
            onChange={(event) => setTitle(event.currentTarget.value.replaceAll('\n', ' '))}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </h1>
        <div className={classes.headerRow}>
          <ReportSaveNote editor={editor} onRetry={save} />
          <ReportActions editor={editor} report={selected} onSave={save} />
        </div>
      </header>
      {editor.isRestored && !editor.isSaved && (
        <p className={textStyles.note} role="status">
          What you typed last time and was not saved is back.
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
