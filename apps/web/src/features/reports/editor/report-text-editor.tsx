import type { SignalBlock } from '../markdown/signal-block.ts'
import { measureReportBlock } from '@auspex/sdk'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconTablePlus, IconRefresh, IconSnowflake, IconSnowflakeOff, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { JSONContent } from '@tiptap/core'
import { type Editor, useEditor, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatInstant } from '../../../lib/time/format.ts'
import { styleNonce } from '../../../lib/page/style-nonce.ts'
import '@mantine/tiptap/styles.layer.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { useBlockView } from '../block-view.tsx'
import { openText } from '../markdown/markdown-codec.ts'
import { type DocumentNode, normalDocument } from '../markdown/to-document.ts'
import { suggestEdits } from '../suggestions/suggest-edits.ts'
import { withoutSuggestions, SuggestionBar } from '../suggestions/suggestion-bar.tsx'
import { fitFootnotes, isDefinition, takeMessage } from '../suggestions/take-message.ts'
import classes from './editor.module.css'
import { createReportExtensions, SignalBlockNode } from './report-schema.ts'

/** A block of a signal: what it shows, at which moment, and whether it is pinned to that moment. */
const SignalBlockFrame = ({ block, isSelected, onChange, onRemove }: SignalBlockFrameProps) => {
  const client = useClient()
  const render = useBlockView()
  const { content, asOf, frozen } = block
  const measure = useMutation({
    mutationFn: () => measureReportBlock({ content }, { client }),
    onSuccess: (measured) => onChange({ ...block, ...measured }),
  })
  return (
    <figure className={`${surfaces.panel} ${classes.block}`} data-selected={isSelected}>
      {render({ id: 'cd_block', caption: null, frozen, asOf, content })}
      <figcaption className={classes.blockFoot}>
        <span className={textStyles.small}>
          {asOf === null
            ? 'Quoted word for word'
            : `${frozen ? 'Frozen: values of' : 'Measured'} ${formatInstant(asOf)}`}
        </span>
        <span className={classes.blockTools}>
          {asOf !== null && !frozen && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={measure.isPending}
              onClick={() => measure.mutate()}
            >
              Measure again
            </Button>
          )}
          {asOf !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={
                frozen ? <IconSnowflakeOff size={14} aria-hidden /> : <IconSnowflake size={14} aria-hidden />
              }
              onClick={() => onChange({ ...block, frozen: !frozen })}
            >
              {frozen ? 'Unfreeze' : 'Freeze'}
            </Button>
          )}
          <Tooltip label="Remove the block">
            <ActionIcon size={28} aria-label="Remove the block" onClick={onRemove}>
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      </figcaption>
      {measure.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(measure.error).message}. The previous values stay.
        </p>
      )}
    </figure>
  )
}

const SignalBlockView = ({ node, updateAttributes, deleteNode, selected }: NodeViewProps) => (
  <NodeViewWrapper data-drag-handle="" contentEditable={false}>
    <SignalBlockFrame
      block={node.attrs['block'] as SignalBlock} // the value that the node was created with
      isSelected={selected}
      onChange={(block) => updateAttributes({ block })}
      onRemove={deleteNode}
    />
  </NodeViewWrapper>
)

/** The block as a reader sees it, with the author's actions. */
const SignalBlockWithView = SignalBlockNode.extend({
  addNodeView: () => ReactNodeViewRenderer(SignalBlockView),
})

/** Operations on the text that is being written, for other components. */
export interface TextHandle {
  /** Inserts Markdown at the cursor. */
  insert: (markdown: string) => void
  insertBlock: (block: SignalBlock) => void
  /** Suggests the changes in a message of Zeus as edits that a person accepts or rejects. */
  suggest: (markdown: string) => void
  /** Reports pending text immediately, before a save. */
  flush: () => string
  /** The cursor position; null while the focus is elsewhere. */
  cursor: () => number | null
}

interface ReportTextEditorProps {
  /** The initial text. */
  initial: string
  /** The initial cursor position; null for none. */
  cursor: number | null
  onWrite: (content: string) => void
  onSave: () => void
  handle: Ref<TextHandle>
  /** Additional tools of the toolbar. */
  tools: ReactNode
}

/** Distinguished from the Undo of a notice. */
const labels = { undoControlLabel: 'Undo typing', redoControlLabel: 'Redo typing' }

/** The typing pause, in milliseconds, after which the text is reported. */
const pauseMs = 150

/** The text of a report, edited as it will be read. */
export const ReportTextEditor = ({ initial, cursor, onWrite, onSave, handle, tools }: ReportTextEditorProps) => {
  // the initial text: later edits live in the editor
  const [opened] = useState(() => openText(initial))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = (editor: Editor): string => {
    clearTimeout(timer.current)
    timer.current = undefined
    // JSON of the editor's own schema
    const currentDocument = withoutSuggestions(editor.state.doc).toJSON() as DocumentNode
    const content = opened.write(normalDocument(currentDocument))
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
      <RichTextEditor.Content className={`${classes.content} ${classes.marks}`} />
      <SuggestionBar editor={editor} />
    </RichTextEditor>
  )
}

/** Suggests changes to the current text; undecided suggestions are dropped first. */
const suggest = (editor: Editor, message: DocumentNode): void => {
  const { tr, doc } = editor.state
  const base = withoutSuggestions(doc)
  const suggested = suggestEdits(base, takeMessage(base, message))
  editor.view.dispatch(tr.replaceWith(0, doc.content.size, suggested.content))
}

/** Inserts a message at the cursor, and its footnotes at the end of the text, numbered apart from existing ones. */
const insertMessage = (editor: Editor, message: DocumentNode): void => {
  // JSON of the editor's own schema
  const plainDocument = normalDocument(withoutSuggestions(editor.state.doc).toJSON() as DocumentNode)
  const blocks = fitFootnotes((message.content ?? []).map(normalDocument), plainDocument.content ?? [])
  insertBelow(
    editor,
    blocks.filter((block) => !isDefinition(block)),
  )
  const notes = blocks.filter(isDefinition)
  if (notes.length > 0) editor.commands.insertContentAt(editor.state.doc.content.size, [...notes] as JSONContent[])
}

/** Inserts blocks below the one with the cursor, or in its place if it is empty; at the end if nobody has focused the text. */
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

interface SignalBlockFrameProps {
  block: SignalBlock
  isSelected: boolean
  onChange: (block: SignalBlock) => void
  onRemove: () => void
}
