import { TextInput } from '@mantine/core'
import { useSavedWords } from './use-saved-words.ts'
import classes from './editor.module.css'

interface CaptionFieldProps {
  personId: string
  place: string
  /** Which card it is of, for a screen reader. */
  cardName: string
  caption: string
  onSave: (caption: string, base: string) => void
}

const longestCaption = 500
const trim = (words: string) => words.trim()

/** The line under a card, written in its place. */
export const CaptionField = ({ personId, place, cardName, caption, onSave }: CaptionFieldProps) => {
  const { words, write, settle } = useSavedWords({
    personId,
    place,
    stored: caption,
    save: onSave,
    normalize: trim,
  })
  return (
    <TextInput
      aria-label={`Caption of ${cardName}`}
      placeholder="Add a caption"
      classNames={{ input: classes.caption }}
      variant="unstyled"
      value={words}
      maxLength={longestCaption}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={settle}
    />
  )
}
