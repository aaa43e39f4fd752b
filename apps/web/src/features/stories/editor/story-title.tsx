import { Textarea } from '@mantine/core'
import { longestTitle } from '../new-story.tsx'
import { titlePlace } from './use-story-editor.ts'
import { useSavedWords } from './use-saved-words.ts'
import classes from './editor.module.css'

interface StoryTitleProps {
  personId: string
  storyId: string
  title: string
  onSave: (title: string, base: string) => void
}

const trim = (words: string) => words.trim()

/** The title, written in its place. An empty one is not stored: a story is found by it. */
export const StoryTitle = ({ personId, storyId, title, onSave }: StoryTitleProps) => {
  const { words, write, settle, reset } = useSavedWords({
    personId,
    place: `${storyId}.${titlePlace}`,
    stored: title,
    save: (text, base) => {
      if (text !== '') onSave(text, base)
    },
    normalize: trim,
  })
  return (
    <h1 className={classes.heading} tabIndex={-1}>
      <Textarea
        aria-label="Title of the story"
        classNames={{ input: classes.title }}
        variant="unstyled"
        autosize
        minRows={1}
        value={words}
        maxLength={longestTitle}
        error={words.trim() === '' && `A story needs a title. It is still called “${title}”.`}
        onChange={(event) => write(event.currentTarget.value.replaceAll('\n', ' '))}
        onBlur={words.trim() === '' ? reset : settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </h1>
  )
}
