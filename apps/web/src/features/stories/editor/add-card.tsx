import { Button, Group } from '@mantine/core'
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
import { useState } from 'react'
import { AddDocumentCard } from './add-document-card.tsx'
import { AddImageCard } from './add-image-card.tsx'
import { AddSignalCard } from './add-signal-card.tsx'
import type { StoryEditor } from './use-story-editor.ts'
import classes from './editor.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface AddCardProps {
  storyId: string
  editor: StoryEditor
  isFull: boolean
  /** Opens a new card of words for writing. */
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

/** What a new card can be. It comes to the end of the story. */
export const AddCard = ({ storyId, editor, isFull, onWrite }: AddCardProps) => {
  const [form, setForm] = useState<Form | null>(null)
  const close = () => setForm(null)
  const write = () => {
    close()
    editor.add({ content: { kind: 'text', text: '' } }, ({ id }) => onWrite(id))
  }
  if (isFull) return <p className={textStyles.note}>A story holds 200 cards. Delete one, or begin another story.</p>
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
