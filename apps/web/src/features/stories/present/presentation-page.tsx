import { NotFoundError } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { FullPage } from '../../../ui/full-page.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { NoSuchStory } from '../story-page.tsx'
import { storyOptions } from '../stories.queries.ts'
import { Presentation } from './presentation.tsx'

const route = getRouteApi('/stories/$storyId_/present')

/** A story told on the whole screen. The slide stands in the address, so that one can come back to it. */
export const PresentationPage = () => {
  const { storyId } = route.useParams()
  const { slide = 1 } = route.useSearch()
  const navigate = useNavigate()
  const { data: story, error, refetch } = useQuery(storyOptions(useClient(), storyId))
  const leave = () => void navigate({ to: '/stories/$storyId', params: { storyId } })
  if (story)
    return (
      <Presentation
        story={story}
        slide={slide}
        onSlide={(next) =>
          void navigate({
            to: '/stories/$storyId/present',
            params: { storyId },
            search: { slide: next === 1 ? undefined : next },
            replace: true,
            resetScroll: false,
          })
        }
        onLeave={leave}
      />
    )
  if (error instanceof NotFoundError) return <NoSuchStory />
  if (error)
    return (
      <FullPage>
        <ErrorView level={1} {...describeFailure(error)} onRetry={() => void refetch()} onCancel={leave} />
      </FullPage>
    )
  return <LoadingScreen label="Loading the story" />
}
