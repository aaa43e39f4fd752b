import { Button, Flex, Textarea } from '@mantine/core'
import { useSavedWords } from './use-saved-words.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface TextCardEditorProps {
  personId: string
  place: string
  text: string
  onSave: (text: string, base: string) => void
  onDone: () => void
}

/** As long as the words of a card may be. */
const longestText = 20_000

/** The author's words as Markdown. They save themselves; Escape and Ctrl Enter show how they read. */
export const TextCardEditor = ({ personId, place, text, onSave, onDone }: TextCardEditorProps) => {
  const { words, write, settle, isRestored } = useSavedWords({ personId, place, stored: text, save: onSave })
  const finish = () => {
    settle()
    onDone()
  }
  return (
    <div>
      {isRestored && (
        <p className={textStyles.note} role="status">
          What you typed last time and was not saved is back.
        </p>
      )}
      <Textarea
        aria-label="Text of the card"
        placeholder="Write what the numbers mean…"
        autosize
        minRows={3}
        maxRows={24}
        value={words}
        maxLength={longestText}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the card was just opened by its person, to be written
        autoFocus
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
          event.preventDefault()
          finish()
        }}
      />
      <Flex className={classes.textFoot} align="center" justify="space-between" gap={12} wrap="wrap">
        <span className={textStyles.small}>
          **bold**, *italic*, # heading, - list, &gt; quotation, [link](https://…)
        </span>
        <Button size="compact-sm" variant="light" onClick={finish}>
          Done
        </Button>
      </Flex>
    </div>
  )
}
