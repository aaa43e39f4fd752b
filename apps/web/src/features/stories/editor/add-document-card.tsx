import { Button, Group, Select, Textarea } from '@mantine/core'
import type { AddCardInput } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { formatDay } from '../../../lib/format.ts'
import { recentSignalsOptions, signalDocumentsOptions } from '../stories.queries.ts'
import classes from './editor.module.css'

interface AddDocumentCardProps {
  kind: 'quote' | 'document'
  onAdd: (input: Omit<AddCardInput, 'storyId'>) => void
  onCancel: () => void
}

const longestQuote = 2000

/** A document of a signal that was looked at, or words of it. */
export const AddDocumentCard = ({ kind, onAdd, onCancel }: AddDocumentCardProps) => {
  const client = useClient()
  const { data: recent } = useQuery(recentSignalsOptions(client))
  const signals = new Map(recent?.items.map(({ signalId, query }) => [signalId, query.title]))
  const [chosenSignal, setSignal] = useState<string | null>(null)
  const signalId = chosenSignal ?? signals.keys().next().value ?? null
  const { data: documents } = useQuery(signalDocumentsOptions(client, signalId))
  const [documentId, setDocumentId] = useState<string | null>(null)
  const document = documents?.items.find(({ id }) => id === documentId)
  const [words, setWords] = useState('')
  const choose = (id: string | null) => {
    setDocumentId(id)
    const next = documents?.items.find((one) => one.id === id)
    setWords((next?.snippet ?? next?.title ?? '').slice(0, longestQuote))
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
      <Select
        label="Signal"
        data={[...signals].map(([value, label]) => ({ value, label }))}
        value={signalId}
        onChange={(id) => (setSignal(id), choose(null))}
        allowDeselect={false}
        disabled={!recent}
      />
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
        nothingFoundMessage="None of the newest documents says that"
        disabled={!documents}
      />
      {kind === 'quote' && document && (
        <Textarea
          label="Words"
          description="Word for word, as the document has them"
          autosize
          minRows={2}
          maxLength={longestQuote}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <Group gap="xs">
        <Button type="submit" size="compact-md" disabled={!document || (kind === 'quote' && words.trim() === '')}>
          Add
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
