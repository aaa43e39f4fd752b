import { restoreStory, type Story, type StoryVersion } from '@auspex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../../lib/time/format.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { VersionHistory, VersionPreview } from '../../../ui/version-history.tsx'
import { StoryReading } from '../cards/story-reading.tsx'
import { invalidateLists, putStory, versionsOptions, versionOptions } from '../stories.queries.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Who changed what and when; each version can be viewed and restored. */
export const StoryHistory = ({ story, onClose }: { story: Story; onClose: () => void }) => {
  const client = useClient()
  const tell = useTell()
  const { data, error, refetch } = useQuery(versionsOptions(client, story.id))
  const restoreTo = useRestore(story.id)
  const restore = useMutation({ mutationFn: restoreTo })
  const restoreVersion = (version: StoryVersion) => {
    const before = story.revision
    restore.mutate(version.revision, {
      onSuccess: () => {
        onClose()
        tell(`The version of ${formatInstant(version.changedAt)} was restored.`, [
          { label: 'Undo', run: () => void restoreTo(before).catch((cause: unknown) => tell(failureSentences(cause))) },
        ])
      },
    })
  }
  return (
    <VersionHistory
      versions={data?.items}
      failure={error && describeFailure(error).message}
      onRetry={() => void refetch()}
      revision={story.revision}
      renderVersion={(version, isCurrent) => <StoryChange version={version} isCurrent={isCurrent} />}
      renderPreview={({ revision }) => <StoryPreview key={revision} storyId={story.id} revision={revision} />}
      onRestore={restoreVersion}
      isRestoring={restore.isPending}
      restoreFailure={restore.error && failureSentences(restore.error)}
      onClose={onClose}
    />
  )
}

const changeWords: Record<StoryVersion['change'], string> = {
  create: 'created the story',
  update: 'changed the story',
  'add-card': 'added a card',
  'update-card': 'changed a card',
  'delete-card': 'deleted a card',
  restore: 'restored a version',
}

/** One change: who, what, when. */
const StoryChange = ({ version, isCurrent }: { version: StoryVersion; isCurrent: boolean }) => {
  const { change, changedAt, changedBy, cardCount } = version
  return (
    <>
      <span className={classes.who}>
        <b>{changedBy ?? 'Someone'}</b> {changeWords[change]}
      </span>
      <span className={textStyles.caption}>
        <time dateTime={changedAt} title={formatInstant(changedAt)}>
          {formatSince(changedAt, useNow())}
        </time>{' '}
        · {formatPlural(cardCount, 'card')}
        {isCurrent && ' · now'}
      </span>
    </>
  )
}

/** Restores a version. Used outside of the dialog: undo is offered after that has closed. */
const useRestore = (storyId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  return async (revision: number): Promise<void> => {
    putStory({ client, queryClient }, await restoreStory(storyId, { revision }, { client }))
    await Promise.all([
      invalidateLists({ client, queryClient }),
      queryClient.invalidateQueries({ queryKey: versionsOptions(client, storyId).queryKey }),
    ])
  }
}

/** The story after a change; nothing is measured again. */
const StoryPreview = ({ storyId, revision }: { storyId: string; revision: number }) => {
  const { data, error, refetch } = useQuery(versionOptions(useClient(), storyId, revision))
  return (
    <VersionPreview
      label="The story as it was"
      content={data && <StoryReading story={data.story} headingLevel={3} />}
      failure={error && describeFailure(error).message}
      onRetry={() => void refetch()}
    />
  )
}
