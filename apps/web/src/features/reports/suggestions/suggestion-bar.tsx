import type { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck, IconX } from '@tabler/icons-react'
import { TextSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { formatPlural } from '../../../lib/numbers/format.ts'
import classes from '../editor/editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

export type Verdict = 'accept' | 'reject'

interface Part {
  readonly id: number
  readonly kind: 'insertion' | 'deletion'
  readonly from: number
  readonly to: number
  /** How it is marked: a mark on words, a mark on a block, or an attribute of the item or row itself. */
  readonly carrier: 'words' | 'block' | 'itself'
}

/** A suggestion as shown to the reader. */
interface Suggestion {
  readonly id: number
  readonly from: number
  readonly to: number
}

/** The undecided suggestions, in text order. */
export const listSuggestions = (doc: Node): Suggestion[] => {
  const suggestions = new Map<number, Suggestion>()
  for (const { id, from, to } of partsOf(doc)) {
    const earlier = suggestions.get(id)
    // footnotes at the end of the text are not part of the range to scroll to
    suggestions.set(
      id,
      earlier === undefined ? { id, from, to } : { ...earlier, to: from === earlier.to ? to : earlier.to },
    )
  }
  return [...suggestions.values()]
}

/** Applies a decision on one suggestion, or on all with `null`. A rejected one leaves the text as if it had never been suggested. */
export const settleSuggestions = <T extends Transform>(tr: T, verdict: Verdict, id: number | null): T => {
  const removedKind = verdict === 'accept' ? 'deletion' : 'insertion'
  // from the end, so that applying one does not shift the others
  for (const part of partsOf(tr.doc).toReversed()) {
    if (id !== null && part.id !== id) continue
    const { kind, from, to, carrier } = part
    const mark = tr.doc.type.schema.marks[kind]
    if (kind === removedKind) tr.delete(from, to)
    else if (carrier === 'itself') tr.setNodeAttribute(from, 'suggestion', null)
    else if (!mark) continue
    else if (carrier === 'block') tr.removeNodeMark(from, mark)
    else tr.removeMark(from, to, mark)
  }
  return tr
}

/** The text with all undecided suggestions rejected. */
export const withoutSuggestions = (doc: Node): Node => settleSuggestions(new Transform(doc), 'reject', null).doc

const partsOf = (doc: Node): Part[] => {
  const parts: Part[] = []
  doc.descendants((node, from) => {
    const to = from + node.nodeSize
    const ownSuggestion = node.attrs['suggestion'] as { id: number; kind: Part['kind'] } | null | undefined
    if (ownSuggestion) parts.push({ ...ownSuggestion, from, to, carrier: 'itself' })
    for (const { type, attrs } of node.marks) {
      const kind = type.name
      if (kind === 'insertion' || kind === 'deletion')
        parts.push({ id: Number(attrs['id']), kind, from, to, carrier: node.isBlock ? 'block' : 'words' })
    }
    return true
  })
  return parts
}

/** Edits that Zeus suggests, to accept or reject one by one. Renders nothing without any. */
export const SuggestionBar = ({ editor }: { editor: Editor }) => {
  const suggestions = useEditorState({ editor, selector: ({ editor: { state } }) => listSuggestions(state.doc) })
  const [chosen, setChosen] = useState<number | null>(null)
  const position = Math.max(
    0,
    suggestions.findIndex(({ id }) => id === chosen),
  )
  const current = suggestions[position]
  if (!current) return null
  const show = (next: Suggestion | undefined) => {
    if (!next) return
    setChosen(next.id)
    const { doc, tr } = editor.state
    editor.view.dispatch(
      tr.setSelection(TextSelection.between(doc.resolve(next.from), doc.resolve(next.to))).scrollIntoView(),
    )
  }
  const settle = (verdict: Verdict, id: number | null) => {
    editor.view.dispatch(settleSuggestions(editor.state.tr, verdict, id))
    const remaining = listSuggestions(editor.state.doc)
    if (remaining.length === 0) editor.commands.focus()
    else show(remaining[Math.min(position, remaining.length - 1)])
  }
  const turn = (step: number) => show(suggestions[(position + step + suggestions.length) % suggestions.length])
  return (
    <Group role="group" aria-label="Suggested edits" className={classes.bar} gap={8}>
      <p className={textStyles.caption} role="status">
        {position + 1} of {formatPlural(suggestions.length, 'suggested edit')}; none is part of the text before you
        accept it
      </p>
      <Group gap={6} ml="auto">
        {suggestions.length > 1 && (
          <>
            <ActionIcon variant="subtle" color="gray" aria-label="Previous suggestion" onClick={() => turn(-1)}>
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label="Next suggestion" onClick={() => turn(1)}>
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <Button
          size="compact-sm"
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => settle('accept', current.id)}
        >
          Accept
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => settle('reject', current.id)}
        >
          Reject
        </Button>
        {suggestions.length > 1 && (
          <>
            <Button size="compact-sm" variant="subtle" onClick={() => settle('accept', null)}>
              Accept all
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => settle('reject', null)}>
              Reject all
            </Button>
          </>
        )}
      </Group>
    </Group>
  )
}
