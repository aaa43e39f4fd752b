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

interface TypedCommentOptions {
  place: CommentComposerProps['place']
  /** The text before an edit. */
  initial: string
  colleagues: readonly Colleague[]
}

/** The typed text and the people mentioned in it. What is not sent is stored as a draft. */
const useTypedComment = ({ place, initial, colleagues }: TypedCommentOptions) => {
  const { data: me } = useQuery(meOptions(useClient()))
  const personId = me?.profile.id ?? ''
  const draftKey = draftKeyOf(place)
  const [text, setText] = useState(() => readDraft(personId, draftKey)?.text ?? toTyped(initial, colleagues))
  const [caret, setCaret] = useState(text.length)
  const [chosen, setChosen] = useState<readonly Colleague[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const caretToSet = useRef<number | null>(null)
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
  }
  return {
    field,
    text,
    setText,
    caret,
    setCaret,
    write,
    /** Replaces what stands between a position and the caret with the name. */
    mention: (person: Colleague, start: number) => {
      const before = `${text.slice(0, start)}@${person.name} `
      setChosen((others) => [person, ...others])
      write(before + text.slice(caret), before.length)
      caretToSet.current = before.length
      field.current?.focus()
    },
    toWords: (typed: string) => toSent(typed, colleagues, chosen),
  }
}

interface MentionListOptions {
  text: string
  caret: number
  colleagues: readonly Colleague[]
  onChoose: (person: Colleague, start: number) => void
}

/** The names that fit what is typed behind an "@", the one that Enter takes, and the keys of the list. */
const useMentionList = ({ text, caret, colleagues, onChoose }: MentionListOptions) => {
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const draft = isClosed ? null : suggestMentions(text, caret, colleagues)
  const people = draft?.suggestions ?? []
  const current = people[Math.min(active, people.length - 1)]
  const choose = (person: Colleague) => {
    if (draft !== null) onChoose(person, draft.start)
  }
  return {
    isOpen: draft !== null,
    people,
    current,
    choose,
    reset: () => {
      setActive(0)
      setClosed(false)
    },
    /** Whether the key was for the list. */
    handleKey: (key: string): boolean => {
      if (current === undefined) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined) setActive((active + step + people.length) % people.length)
      else if (key === 'Enter' || key === 'Tab') choose(current)
      else if (key === 'Escape') setClosed(true)
      else return false
      return true
    },
  }
}

type MentionList = ReturnType<typeof useMentionList>

const optionId = (listId: string, person: Colleague): string => `${listId}-${person.id}`

const MentionOptions = ({ id, people, current, choose }: MentionList & { id: string }) => (
  <div className={classes.suggestions} id={id} role="listbox" aria-label="Colleagues">
    {people.map((person) => (
      <div
        key={person.id}
        id={optionId(id, person)}
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
)

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
  const colleagues = useColleagues()
  const { field, text, setText, caret, setCaret, mention, toWords, ...typed } = useTypedComment({
    place,
    initial,
    colleagues,
  })
  const list = useMentionList({
    text,
    caret,
    colleagues,
    onChoose: (person, start) => {
      mention(person, start)
      list.reset()
    },
  })
  const listId = useId()
  const send = useSendText(useClient(), place)
  const write = (next: string, at: number) => {
    typed.write(next, at)
    list.reset()
  }
  const submit = () => {
    const trimmed = text.trim()
    if (trimmed === '' || send.isPending) return
    const words = toWords(trimmed)
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
    } else if (list.handleKey(event.key)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
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
        data-mantine-stop-propagation={list.isOpen || onCancel !== undefined}
        role="combobox"
        aria-expanded={list.isOpen}
        aria-controls={list.isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={list.current && optionId(listId, list.current)}
        onChange={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={handleKey}
      />
      {list.isOpen && <MentionOptions {...list} id={listId} />}
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
