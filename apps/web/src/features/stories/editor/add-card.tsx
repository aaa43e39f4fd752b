import type { StoryEditor } from './use-story-editor.ts'
import { type AddCardInput, uploadStoryImage, type CardContent } from '@auspex/sdk'
import { Button, Group, FileInput, TextInput, Select, Textarea, Checkbox } from '@mantine/core'
import {
  IconActivity,
  IconChartLine,
  IconFileText,
  IconLayoutList,
  IconNumber123,
  IconPhoto,
  IconQuote,
  IconTypography,
  type Icon,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { useRecentSignal } from '../../../lib/api/collection-options.ts'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatDay } from '../../../lib/time/format.ts'
import { sectionWords } from '../../../lib/words/words.ts'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { chartWords, numberWords } from '../cards/card-words.ts'
import { signalDocumentsOptions } from '../stories.queries.ts'
import classes from './editor.module.css'

const maxQuoteLength = 2000

/** A document of a recently viewed signal, or a quotation from it. */
const AddDocumentCard = ({ kind, onAdd, onCancel }: AddDocumentCardProps) => {
  const client = useClient()
  const { signalId, field } = useRecentSignal()
  const { data: documents } = useQuery(signalDocumentsOptions(client, signalId))
  const [documentId, setDocumentId] = useState<string | null>(null)
  const document = documents?.items.find(({ id }) => id === documentId)
  const [words, setWords] = useState('')
  const choose = (id: string | null) => {
    setDocumentId(id)
    const next = documents?.items.find((item) => item.id === id)
    setWords((next?.snippet ?? next?.title ?? '').slice(0, maxQuoteLength))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!document) return
    if (kind === 'document')
      onAdd({ content: { kind, documentId: document.id, title: document.title ?? '', url: document.url } })
    else if (words.trim() !== '')
      onAdd({
        caption: [document.author, document.outlet, formatDay(document.publishedAt)].filter(Boolean).join(', '),
        content: { kind, documentId: document.id, text: words.trim() },
      })
  }
  return (
    <form className={classes.addForm} onSubmit={submit} aria-label={`Add a ${kind}`}>
      <Select {...field} onChange={(id) => (field.onChange(id), choose(null))} />
      <Select
        label="Document"
        placeholder={documents?.items.length === 0 ? 'It has no documents' : 'The newest ones'}
        data={
          documents?.items.map(({ id, title, snippet, outlet }) => ({
            value: id,
            label: `${(title ?? snippet ?? 'Without a title').slice(0, 90)} · ${outlet}`,
          })) ?? []
        }
        value={documentId}
        onChange={choose}
        searchable
        nothingFoundMessage="Not found in the newest documents"
        disabled={!documents}
      />
      {kind === 'quote' && document && (
        <Textarea
          label="Words"
          description="Word for word, as in the document"
          autosize
          minRows={2}
          maxLength={maxQuoteLength}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <Group gap="xs">
        <Button type="submit" size="compact-md" disabled={!document || (kind === 'quote' && words.trim() === '')}>
          Add
        </Button>
        <CancelButton size="compact-md" onClick={onCancel} />
      </Group>
    </form>
  )
}

const maxBytes = 5 * 1024 * 1024
const types = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** A picture from this computer, with alternative text. */
const AddImageCard = ({ storyId, onAdd, onCancel }: AddImageCardProps) => {
  const client = useClient()
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState('')
  const upload = useMutation({
    mutationFn: (image: File) => uploadStoryImage(storyId, { image }, { client }),
    onSuccess: ({ image }) => onAdd({ content: { kind: 'image', image, alt: alt.trim() } }),
  })
  const isTooLarge = file !== null && file.size > maxBytes
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file && !isTooLarge) upload.mutate(file)
  }
  const failure = upload.error && describeFailure(upload.error)
  return (
    <form className={classes.addForm} onSubmit={submit} aria-label="Add a picture">
      <FileInput
        label="Picture"
        description="PNG, JPEG, WebP, GIF or AVIF, at most 5 MB"
        placeholder="Choose a file"
        accept={types}
        value={file}
        onChange={setFile}
        clearable
        error={isTooLarge && 'This file is larger than 5 MB. Make it smaller and choose it again.'}
      />
      <TextInput
        label="What it shows"
        description="For readers who can’t see it. Leave it empty if the picture is decoration."
        value={alt}
        maxLength={500}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <Failure failure={failure} />
      <Group gap="xs">
        <Button type="submit" size="compact-md" loading={upload.isPending} disabled={file === null || isTooLarge}>
          Add
        </Button>
        <CancelButton size="compact-md" onClick={onCancel} />
      </Group>
    </form>
  )
}

interface AddCardProps {
  storyId: string
  editor: StoryEditor
  isFull: boolean
  /** Opens a new text card for editing. */
  onWrite: (cardId: string) => void
}

type Form = 'chart' | 'number' | 'section' | 'signal' | 'quote' | 'document' | 'image'

const kinds: readonly { readonly form: Form; readonly label: string; readonly icon: Icon }[] = [
  { form: 'chart', label: 'Chart', icon: IconChartLine },
  { form: 'number', label: 'Number', icon: IconNumber123 },
  { form: 'section', label: 'Section', icon: IconLayoutList },
  { form: 'signal', label: 'Signal', icon: IconActivity },
  { form: 'quote', label: 'Quote', icon: IconQuote },
  { form: 'document', label: 'Document', icon: IconFileText },
  { form: 'image', label: 'Picture', icon: IconPhoto },
]

/** The kinds of new cards. A new card is added at the end of the story. */
export const AddCard = ({ storyId, editor, isFull, onWrite }: AddCardProps) => {
  const [form, setForm] = useState<Form | null>(null)
  const close = () => setForm(null)
  const write = () => {
    close()
    editor.add({ content: { kind: 'text', text: '' } }, ({ id }) => onWrite(id))
  }
  if (isFull)
    return <p className={textStyles.note}>A story can have up to 200 cards. Delete one, or start another story.</p>
  return (
    <section className={`${surfaces.muted} ${classes.add}`} aria-label="Add a card">
      <Group gap={6}>
        <span className={`${textStyles.caption} ${classes.addLabel}`}>Add a card</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTypography size={15} aria-hidden />}
          onClick={write}
        >
          Text
        </Button>
        {kinds.map(({ form: kind, label, icon: KindIcon }) => (
          <Button
            key={kind}
            size="compact-sm"
            variant={form === kind ? 'light' : 'default'}
            aria-expanded={form === kind}
            leftSection={<KindIcon size={15} aria-hidden />}
            onClick={() => setForm(form === kind ? null : kind)}
          >
            {label}
          </Button>
        ))}
      </Group>
      {form === 'quote' || form === 'document' ? (
        <AddDocumentCard kind={form} onCancel={close} onAdd={(input) => (editor.add(input), close())} />
      ) : form === 'image' ? (
        <AddImageCard storyId={storyId} onCancel={close} onAdd={(input) => (editor.add(input), close())} />
      ) : (
        form !== null && (
          <AddSignalCard key={form} kind={form} onCancel={close} onAdd={(input) => (editor.add(input), close())} />
        )
      )}
    </section>
  )
}

interface AddImageCardProps {
  storyId: string
  onAdd: (input: Omit<AddCardInput, 'storyId'>) => void
  onCancel: () => void
}

interface AddDocumentCardProps {
  kind: 'quote' | 'document'
  onAdd: (input: Omit<AddCardInput, 'storyId'>) => void
  onCancel: () => void
}

/** The request for a signal card: without values, because the server measures them. */
const toSignalCard = ({ kind, what, signalId, title }: SignalCardChoice): Omit<AddCardInput, 'storyId'> => {
  switch (kind) {
    case 'chart': {
      const measure = keyOf(chartWords, what, 'documents')
      return {
        caption: `${title}: ${lower(chartWords[measure].name)}`,
        content: { kind, signalId, measure, points: [] },
      }
    }
    case 'number': {
      const measure = keyOf(numberWords, what, 'documents')
      return {
        caption: `${title}: ${numberWords[measure].noun}`,
        content: { kind, signalId, measure, value: null, low: null, high: null },
      }
    }
    case 'section':
      return { caption: null, content: emptySection(signalId, keyOf(sectionWords, what, 'summary'), title) }
    case 'signal':
    default:
      return { caption: null, content: { kind: 'signal', signalId, title, stage: null } }
  }
}

const emptySection = (
  signalId: string,
  section: keyof typeof sectionWords,
  title: string,
): Extract<CardContent, { kind: 'section' }> => ({
  kind: 'section',
  signalId,
  section,
  title,
  text: '',
  points: [],
  rows: [],
})

const keyOf = <Key extends string>(words: Record<Key, unknown>, key: string, otherwise: Key): Key =>
  key in words ? (key as Key) : otherwise

// checked by `in`

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

interface AddSignalCardProps {
  kind: SignalCardKind
  onAdd: (input: Omit<AddCardInput, 'storyId'>) => void
  onCancel: () => void
}

const choicesOf: Record<SignalCardKind, Readonly<Record<string, string>> | null> = {
  chart: Object.fromEntries(Object.entries(chartWords).map(([key, { name }]) => [key, name])),
  number: Object.fromEntries(Object.entries(numberWords).map(([key, { name }]) => [key, name])),
  section: sectionWords,
  signal: null,
}

/** A card of a recently viewed signal: which one, which part of it, and whether today's values are frozen. */
const AddSignalCard = ({ kind, onAdd, onCancel }: AddSignalCardProps) => {
  const { signalId, title, isEmpty, field } = useRecentSignal()
  const choices = choicesOf[kind]
  const [what, setWhat] = useState(() => Object.keys(choices ?? {})[0] ?? '')
  const [frozen, setFrozen] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signalId !== null) onAdd({ ...toSignalCard({ kind, what, signalId, title }), frozen })
  }
  if (isEmpty)
    return (
      <div className={classes.addForm}>
        <p className={textStyles.text}>Search a topic first. A card shows what its report measured.</p>
        <LinkButton to="/" size="compact-sm" style={{ alignSelf: 'flex-start' }}>
          Search a topic
        </LinkButton>
      </div>
    )
  return (
    <form className={classes.addForm} onSubmit={submit} aria-label={`Add a ${kind}`}>
      <Select {...field} searchable nothingFoundMessage="No matching signals" />
      {choices && (
        <Select
          label="What to show"
          data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
          value={what}
          onChange={(value) => value && setWhat(value)}
          allowDeselect={false}
        />
      )}
      <Checkbox
        label="Freeze: keep the current values"
        checked={frozen}
        onChange={(event) => setFrozen(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button type="submit" size="compact-md" disabled={signalId === null}>
          Add
        </Button>
        <CancelButton size="compact-md" onClick={onCancel} />
      </Group>
    </form>
  )
}

type SignalCardKind = 'chart' | 'number' | 'section' | 'signal'

interface SignalCardChoice {
  readonly kind: SignalCardKind
  /** The measure or the section. */
  readonly what: string
  readonly signalId: string
  readonly title: string
}
