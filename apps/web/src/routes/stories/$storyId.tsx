import { createFileRoute } from '@tanstack/react-router'
import { commentsSearchSchema } from '../../lib/dialogs/comments.tsx'
import { StoryPage } from '../../features/stories/story-page.tsx'

const StoryRoute = () => {
  const { storyId } = Route.useParams()
  return <StoryPage key={storyId} storyId={storyId} />
}

export const Route = createFileRoute('/stories/$storyId')({
  validateSearch: commentsSearchSchema,
  component: StoryRoute,
})
