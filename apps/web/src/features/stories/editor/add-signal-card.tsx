import { Button, Checkbox, Group, Select } from '@mantine/core'
import type { AddCardInput, CardContent } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { useRecentSignal } from '../../../lib/api/collection-options.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { chartWords, numberWords } from '../cards/card-words.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { CancelButton } from '../../../ui/form-actions.tsx'
import { sectionWords } from '../../../lib/words/words.ts'

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
export const AddSignalCard = ({ kind, onAdd, onCancel }: AddSignalCardProps) => {
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
