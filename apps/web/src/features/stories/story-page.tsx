import { NotFoundError } from '@auspex/sdk'
import { Flex, Skeleton } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { StoryEditorView } from './editor/story-editor-view.tsx'
import { meOptions, storyOptions } from './stories.queries.ts'

/** A story at its address, to read and edit. */
export const StoryPage = ({ storyId }: { storyId: string }) => {
  const client = useClient()
  const navigate = useNavigate()
  const { data: me } = useQuery(meOptions(client))
  const { data: story, error, refetch } = useQuery(storyOptions(client, storyId))
  if (story && me) return <StoryEditorView story={story} me={me} />
  if (error instanceof NotFoundError) return <NoSuchStory />
  return (
    <Page width="narrow">
      {error ? (
        <ErrorView
          level={1}
          {...describeFailure(error)}
          onRetry={() => void refetch()}
          onReload={() => window.location.reload()}
          onCancel={() => void navigate({ to: '/stories' })}
        />
      ) : (
        <Flex component="output" direction="column" gap={16} aria-busy="true" aria-label="Loading the story">
          <Skeleton height={40} width="min(480px, 90%)" />
          <Skeleton height={140} radius={12} />
          <Skeleton height={300} radius={12} />
          <Skeleton height={140} radius={12} />
        </Flex>
      )}
    </Page>
  )
}

export const NoSuchStory = () => (
  <Page>
    <EmptyState
      level={1}
      icon={<IconFileUnknown size={22} aria-hidden />}
      title="Story not found"
      text="It may have been deleted, or it isn’t shared with you. Ask its owner for a link."
      action={<LinkButton to="/stories">Your stories</LinkButton>}
    />
  </Page>
)
