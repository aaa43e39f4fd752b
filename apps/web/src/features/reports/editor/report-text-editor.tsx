import { styleNonce } from '../../../lib/style-nonce.ts'
import { RichTextEditor } from '@mantine/tiptap'
import { IconTablePlus } from '@tabler/icons-react'
import type { JSONContent } from '@tiptap/core'
import { type Editor, useEditor } from '@tiptap/react'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { DocumentNode } from '../markdown/document-node.ts'
import { openText } from '../markdown/markdown-codec.ts'
import { normalDocument } from '../markdown/normal-document.ts'
import { createReportExtensions } from './report-schema.ts'
import { SignalBlockWithView } from './signal-block-view.tsx'
import type { SignalBlock } from '../markdown/signal-block.ts'
import { withoutSuggestions } from '../suggestions/settle-suggestions.ts'
import { suggestEdits } from '../suggestions/suggest-edits.ts'
import { fitFootnotes, isDefinition } from '../suggestions/footnote-labels.ts'
import { takeMessage } from '../suggestions/take-message.ts'
import { SuggestionBar } from '../suggestions/suggestion-bar.tsx'
import '@mantine/tiptap/styles.layer.css'
import classes from './editor.module.css'
import suggestionClasses from '../suggestions/suggestions.module.css'

/** What others do to the text that is being written. */
export interface TextHandle {
  /** Puts Markdown where the cursor is. */
  insert: (markdown: string) => void
  insertBlock: (block: SignalBlock) => void
  /** Offers what a message of Zeus would change in the text, as edits that a person accepts or rejects. */
  suggest: (markdown: string) => void
  /** Tells of the last words at once, before they are saved. */
  flush: () => string
  /** Where the cursor is; null while it is elsewhere. */
  cursor: () => number | null
}

interface ReportTextEditorProps {
  /** What is written when it is drawn first. */
  initial: string
  /** Where the cursor is then; null for nowhere. */
  cursor: number | null
  onWrite: (content: string) => void
  onSave: () => void
  handle: Ref<TextHandle>
  /** Further tools of the bar. */
  tools: ReactNode
}

/** A notice has an Undo of its own. */
const labels = { undoControlLabel: 'Undo typing', redoControlLabel: 'Redo typing' }

/** A pause in the typing after which the text is told on. */
const pauseMs = 150

/** The text of a report, written as it will be read. */
export const ReportTextEditor = ({ initial, cursor, onWrite, onSave, handle, tools }: ReportTextEditorProps) => {
  // the text as it was when it was opened: what is typed later is the editor's
  const [opened] = useState(() => openText(initial))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = (editor: Editor): string => {
    clearTimeout(timer.current)
    timer.current = undefined
    // JSON of the editor's own schema
    const said = withoutSuggestions(editor.state.doc).toJSON() as DocumentNode
    const content = opened.write(normalDocument(said))
    onWrite(content)
    return content
  }
  const editor = useEditor({
    extensions: createReportExtensions(SignalBlockWithView),
    content: opened.document as JSONContent, // readonly, which the editor's type is not
    injectNonce: styleNonce,
    immediatelyRender: true,
    autofocus: cursor ?? false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { 'aria-label': 'Text of the report', role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown: (_view, event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return false
        event.preventDefault()
        onSave()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => write(changed), pauseMs)
    },
    onBlur: ({ editor: left }) => {
      if (timer.current !== undefined) write(left)
    },
    onDestroy: () => clearTimeout(timer.current),
  })
  useImperativeHandle(handle, () => ({
    insert: (markdown) => insertMessage(editor, openText(markdown).document),
    insertBlock: (block) => insertBelow(editor, [{ type: 'signalBlock', attrs: { block } }]),
    suggest: (markdown) => suggest(editor, openText(markdown).document),
    flush: () => write(editor),
    cursor: () => (editor.isFocused ? editor.state.selection.head : null),
  }))
  return (
    <RichTextEditor editor={editor} className={classes.editor} withTypographyStyles={false} labels={labels}>
      <RichTextEditor.Toolbar sticky stickyOffset="var(--header)" className={classes.toolbar}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Strikethrough />
          <RichTextEditor.Code />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.Link />
          <RichTextEditor.Control
            aria-label="Insert a table"
            title="Insert a table"
            onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
          >
            <IconTablePlus size={16} stroke={1.5} aria-hidden />
          </RichTextEditor.Control>
        </RichTextEditor.ControlsGroup>
        {tools}
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={`${classes.content} ${suggestionClasses.marks}`} />
      <SuggestionBar editor={editor} />
    </RichTextEditor>
  )
}

/** Suggests in the text as it stands: what nobody has decided yet makes room. */
const suggest = (editor: Editor, message: DocumentNode): void => {
  const { tr, doc } = editor.state
  const settled = withoutSuggestions(doc)
  const suggested = suggestEdits(settled, takeMessage(settled, message))
  editor.view.dispatch(tr.replaceWith(0, doc.content.size, suggested.content))
}

/** Puts a message where the cursor is, and what its footnotes say at the end of the text, apart from the footnotes that are there. */
const insertMessage = (editor: Editor, message: DocumentNode): void => {
  // JSON of the editor's own schema
  const said = normalDocument(withoutSuggestions(editor.state.doc).toJSON() as DocumentNode)
  const blocks = fitFootnotes((message.content ?? []).map(normalDocument), said.content ?? [])
  insertBelow(
    editor,
    blocks.filter((block) => !isDefinition(block)),
  )
  const notes = blocks.filter(isDefinition)
  if (notes.length > 0) editor.commands.insertContentAt(editor.state.doc.content.size, [...notes] as JSONContent[])
}

/** Puts blocks below the one with the cursor, or in place of it where it is empty; at the end while nobody has been in the text. */
const insertBelow = (editor: Editor, blocks: readonly DocumentNode[]): void => {
  const { doc, selection } = editor.state
  const { $from: from } = selection
  const isUntouched = selection.head <= 1 && !editor.isFocused
  const isEmptyLine = from.depth === 1 && from.parent.type.name === 'paragraph' && from.parent.content.size === 0
  const below =
    isUntouched || from.depth === 0 ? Math.max(selection.to, isUntouched ? doc.content.size : 0) : from.after(1)
  const place = !isUntouched && isEmptyLine ? { from: from.before(1), to: from.after(1) } : below
  editor
    .chain()
    .insertContentAt(place, [...blocks] as JSONContent[])
    .focus()
    .run()
}
