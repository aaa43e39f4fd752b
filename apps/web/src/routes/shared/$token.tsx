import { createFileRoute } from '@tanstack/react-router'
import { SharedPage } from '../../features/sharing/shared-page.tsx'
import { SharedPictures } from '../../features/sharing/shared-pictures.tsx'
import { StoryReading } from '../../features/stories/reading/story-reading.tsx'

const SharedRoute = () => {
  const { token } = Route.useParams()
  return (
    <SharedPictures token={token}>
      <SharedPage token={token} renderStory={(story) => <StoryReading story={story} />} />
    </SharedPictures>
  )
}

export const Route = createFileRoute('/shared/$token')({ component: SharedRoute })
