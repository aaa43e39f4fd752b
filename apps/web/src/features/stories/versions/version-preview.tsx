import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { StoryReading } from '../reading/story-reading.tsx'
import { versionOptions } from '../stories.queries.ts'
import classes from './versions.module.css'

/** The story as it was after a change; nothing is measured again. */
export const VersionPreview = ({ storyId, revision }: { storyId: string; revision: number }) => {
  const { data, error, refetch } = useQuery(versionOptions(useClient(), storyId, revision))
  if (data)
    return (
      <section
        className={classes.pages}
        aria-label="The story as it was"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
        tabIndex={0}
      >
        <StoryReading story={data.story} headingLevel={3} />
      </section>
    )
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius="md" aria-label="Loading the version" />
}
