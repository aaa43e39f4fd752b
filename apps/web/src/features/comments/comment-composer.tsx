import { Button, Group, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { dropDraft, readDraft, storeDraft } from '../../lib/storage/drafts.ts'
import { meOptions, type TextPlace, useSendText } from './comments.queries.ts'
import { type Colleague, suggestMentions, toSent, toTyped } from './mentions.ts'
import classes from './comments.module.css'
import textStyles from '../../ui/text-styles.module.css'

const maxLength = 4000

/** The key of the draft, which survives a reload and a failure to send. */
const draftKeyOf = (place: TextPlace): string => {
  if (place.kind === 'comment') return `comments.${place.subject.itemId}.${place.subject.cardId ?? ''}`
  if (place.kind === 'reply') return `comments.${place.commentId}.reply`
  return `comments.${place.commentId}.${place.replyId ?? 'words'}`
}

/** The colleagues of the person. */
export const useColleagues = (): readonly Colleague[] => {
  const { data } = useQuery(meOptions(useClient()))
  return (data?.contacts ?? []).map(({ id, name, email }) => ({ id, name: name ?? email ?? 'a colleague' }))
}

interface CommentComposerProps {
  place: TextPlace
  label: string
  placeholder: string
  /** What the button says. */
  action: string
  /** The text before an edit. */
  initial?: string
  /** Whether it takes the focus, because the person just asked for it. */
  takesFocus?: boolean
  /** Called with the words while they are sent, and with null when that is over. */
  onSending?: (text: string | null) => void
  onDone?: () => void
  onCancel?: () => void
}

/** A field for words with mentions. They are sent with Ctrl+Enter, and come back into the field if that fails. */
export const CommentComposer = ({
  place,
  label,
  placeholder,
  action,
  initial = '',
  ...props
}: CommentComposerProps) => {
  const { takesFocus = false, onSending, onDone, onCancel } = props
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const personId = me?.profile.id ?? ''
  const colleagues = useColleagues()
  const draftKey = draftKeyOf(place)
  const [text, setText] = useState(() => readDraft(personId, draftKey)?.text ?? toTyped(initial, colleagues))
  const [caret, setCaret] = useState(text.length)
  const [chosen, setChosen] = useState<readonly Colleague[]>([])
  const [active, setActive] = useState(0)
  const [isListClosed, setListClosed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const caretToSet = useRef<number | null>(null)
  const listId = useId()
  const send = useSendText(client, place)
  const draft = isListClosed ? null : suggestMentions(text, caret, colleagues)
  const current = draft?.suggestions[Math.min(active, draft.suggestions.length - 1)]

  useEffect(() => {
    if (text === '' || text === toTyped(initial, colleagues)) dropDraft(personId, draftKey)
    else storeDraft(personId, draftKey, { text, base: '' })
    // oxlint-disable-next-line react/exhaustive-deps -- only typing changes the draft
  }, [text, personId, draftKey])
  useEffect(() => {
    if (caretToSet.current === null) return
    field.current?.setSelectionRange(caretToSet.current, caretToSet.current)
    caretToSet.current = null
  })

  const write = (next: string, at: number) => {
    setText(next)
    setCaret(at)
    setActive(0)
    setListClosed(false)
  }
  const choose = (person: Colleague) => {
    if (draft === null) return
    const before = `${text.slice(0, draft.start)}@${person.name} `
    setChosen((others) => [person, ...others])
    write(before + text.slice(caret), before.length)
    caretToSet.current = before.length
    field.current?.focus()
  }
  const submit = () => {
    const trimmed = text.trim()
    if (trimmed === '' || send.isPending) return
    const words = toSent(trimmed, colleagues, chosen)
    write('', 0)
    onSending?.(words)
    send.mutate(words, {
      // a failure loses nothing; what was typed meanwhile comes after it
      onError: () => setText((typedSince) => (typedSince === '' ? trimmed : `${trimmed}\n${typedSince}`)),
      onSuccess: () => onDone?.(),
      onSettled: () => onSending?.(null),
    })
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
      return
    }
    if (draft === null || current === undefined) {
      if (event.key === 'Escape' && onCancel) {
        event.stopPropagation()
        onCancel()
      }
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + draft.suggestions.length) % draft.suggestions.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current)
    else if (event.key === 'Escape') setListClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const failure = send.error && describeFailure(send.error)
  return (
    <div className={classes.composer}>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxLength}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just asked for this field
        autoFocus={takesFocus}
        data-autofocus={takesFocus || undefined}
        // Escape closes the list of names or the edit before it closes the panel
        data-mantine-stop-propagation={draft !== null || onCancel !== undefined}
        role="combobox"
        aria-expanded={draft !== null}
        aria-controls={draft === null ? undefined : listId}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
        onChange={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={handleKey}
      />
      {draft !== null && (
        <div className={classes.suggestions} id={listId} role="listbox" aria-label="Colleagues">
          {draft.suggestions.map((person) => (
            <div
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === current}
              className={classes.suggestion}
              // the field keeps the focus
              onMouseDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      {failure && (
        <p className={textStyles.fault} role="alert">
          {failure.message}. {failure.detail ?? 'Your words are still here. Try again.'}
        </p>
      )}
      <Group gap={8} justify="space-between" wrap="nowrap">
        <span className={textStyles.small}>{colleagues.length > 0 && '@ mentions · '}Ctrl+Enter sends</span>
        <Group gap={6} wrap="nowrap">
          {onCancel && (
            <Button size="compact-sm" variant="subtle" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button size="compact-sm" loading={send.isPending} disabled={text.trim() === ''} onClick={submit}>
            {action}
          </Button>
        </Group>
      </Group>
    </div>
  )
}
