import { createFileRoute } from '@tanstack/react-router'
import { StoryPage } from '../../features/stories/story-page.tsx'

const StoryRoute = () => {
  const { storyId } = Route.useParams()
  return <StoryPage key={storyId} storyId={storyId} />
}

export const Route = createFileRoute('/stories/$storyId')({ component: StoryRoute })
