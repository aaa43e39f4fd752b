import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck, IconX } from '@tabler/icons-react'
import { TextSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { listSuggestions, settleSuggestions, type Suggestion, type Verdict } from './settle-suggestions.ts'
import classes from '../editor/editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Edits that Zeus suggests, to accept or reject one by one. Renders nothing without any. */
export const SuggestionBar = ({ editor }: { editor: Editor }) => {
  const suggestions = useEditorState({ editor, selector: ({ editor: { state } }) => listSuggestions(state.doc) })
  const [chosen, setChosen] = useState<number | null>(null)
  const place = Math.max(
    0,
    suggestions.findIndex(({ id }) => id === chosen),
  )
  const current = suggestions[place]
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
    const left = listSuggestions(editor.state.doc)
    if (left.length === 0) editor.commands.focus()
    else show(left[Math.min(place, left.length - 1)])
  }
  const turn = (by: number) => show(suggestions[(place + by + suggestions.length) % suggestions.length])
  return (
    <Group role="group" aria-label="Suggested edits" className={classes.bar} gap={8}>
      <p className={textStyles.caption} role="status">
        {place + 1} of {formatPlural(suggestions.length, 'suggested edit')}; none is part of the text before you accept
        it
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
