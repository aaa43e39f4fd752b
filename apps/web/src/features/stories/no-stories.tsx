import { Button } from '@mantine/core'
import { IconPresentation, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'

export const NoStories = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    icon={<IconPresentation size={22} aria-hidden />}
    title="No stories yet"
    text="A story is a report in your words. Give it a title, then add charts, numbers and quotes to it from any signal report with one key: A."
    action={<Button onClick={onCreate}>Create a story</Button>}
  />
)

export const NoStoryOfThatName = ({ words, onClear }: { words: string; onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={22} aria-hidden />}
    title={`No story is called “${words}”`}
    text="Titles are searched, in upper or lower case."
    action={
      <Button variant="default" onClick={onClear}>
        Show all stories
      </Button>
    }
  />
)
