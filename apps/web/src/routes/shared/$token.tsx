import { createFileRoute } from '@tanstack/react-router'
import { BlockViewProvider } from '../../features/reports/block-view.tsx'
import { ReportText } from '../../features/reports/report-text.tsx'
import { SharedPage, SharedPictures } from '../../features/sharing/shared-page.tsx'
import { CardView } from '../../features/stories/cards/card-view.tsx'
import { StoryReading } from '../../features/stories/cards/story-reading.tsx'

const SharedRoute = () => {
  const { token } = Route.useParams()
  return (
    <SharedPictures token={token}>
      <SharedPage
        token={token}
        renderStory={(story) => <StoryReading story={story} />}
        renderReport={(contents) => (
          <BlockViewProvider render={(card) => <CardView card={card} />}>
            <ReportText text={contents} topLevel={2} />
          </BlockViewProvider>
        )}
      />
    </SharedPictures>
  )
}

export const Route = createFileRoute('/shared/$token')({ component: SharedRoute })
