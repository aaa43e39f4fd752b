import type { Story } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { useDelayedChanges } from '../../lib/delayed-changes.tsx'
import { sendStoryDeletion } from './stories.queries.ts'
import { StoryTile } from './story-tile.tsx'
import classes from './stories-page.module.css'

/** Stories side by side, last changed first; one that is being deleted is hidden while it can be brought back. */
export const StoryGrid = ({ stories }: { stories: readonly Story[] }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { hiddenIds, delay } = useDelayedChanges()
  return (
    <ul className={classes.grid} aria-label="Stories">
      {stories
        .filter(({ id }) => !hiddenIds.has(id))
        .map((story) => (
          <StoryTile
            key={story.id}
            story={story}
            onDelete={() =>
              delay({
                ids: [story.id],
                text: `“${story.displayTitle}” is deleted, and its share links end.`,
                send: (options) => sendStoryDeletion({ client, ...options }, queryClient, story.id),
              })
            }
          />
        ))}
    </ul>
  )
}
