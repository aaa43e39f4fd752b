import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { longestOfPair, type TopicSearch } from './explore.search.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

interface SecondTermProps {
  draft: Partial<TopicSearch>
  onChange: (change: Partial<TopicSearch>) => void
  onRemove: () => void
}

/** The second term of a pair, and whether both must appear. */
export const SecondTerm = ({ draft, onChange, onRemove }: SecondTermProps) => {
  const field = useRef<HTMLInputElement>(null)
  // It was asked for just now, so typing goes on in it; one that came with the page's address waits.
  const isNew = useRef(draft.and === '')
  useEffect(() => {
    if (isNew.current) field.current?.focus()
  }, [])
  return (
    <Group gap={10}>
      <SegmentedControl
        aria-label="How the two topics are combined"
        value={draft.both === '1' ? 'both' : 'either'}
        onChange={(value) => onChange({ both: value === 'both' ? '1' : undefined })}
        data={[
          { value: 'both', label: 'and' },
          { value: 'either', label: 'or' },
        ]}
      />
      <TextInput
        flex={1}
        miw={180}
        aria-label="Second topic"
        placeholder="A second topic"
        value={draft.and ?? ''}
        maxLength={longestOfPair}
        autoComplete="off"
        spellCheck={false}
        ref={field}
        onChange={(event) => onChange({ and: event.currentTarget.value })}
      />
      <ActionIcon size="lg" variant="subtle" color="gray" aria-label="Remove the second topic" onClick={onRemove}>
        <IconX size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
