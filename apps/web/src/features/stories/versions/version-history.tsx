import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { restoreStory, type Story, type StoryVersion } from '@auspex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useTell } from '../../../lib/notices.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { invalidateLists, putStory, versionsOptions } from '../stories.queries.ts'
import { VersionPreview } from './version-preview.tsx'
import { VersionRow } from './version-row.tsx'
import classes from './versions.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface VersionHistoryProps {
  story: Story
  onClose: () => void
}

/** Who changed what and when; each version can be looked at and brought back. */
export const VersionHistory = ({ story, onClose }: VersionHistoryProps) => {
  const client = useClient()
  const tell = useTell()
  const { data, error, refetch } = useQuery(versionsOptions(client, story.id))
  const [chosen, setChosen] = useState<StoryVersion | null>(null)
  const shown = chosen ?? data?.items[0]
  const restoreTo = useRestore(story.id)
  const restore = useMutation({ mutationFn: restoreTo })
  const bringBack = (version: StoryVersion) => {
    const before = story.revision
    restore.mutate(version.revision, {
      onSuccess: () => {
        onClose()
        tell(`The version of ${formatInstant(version.changedAt)} is back.`, [
          { label: 'Undo', run: () => void restoreTo(before).catch((cause: unknown) => tell(sayFailure(cause))) },
        ])
      },
    })
  }
  const failure = restore.error && describeFailure(restore.error)
  return (
    <Modal
      opened
      radius="lg"
      onClose={onClose}
      size={1000}
      title="Version history"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data === undefined ? (
        error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the versions">
            {[0, 1, 2, 3].map((key) => (
              <Skeleton key={key} height={52} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <div className={classes.history}>
          <div className={classes.list}>
            <RovingList component="ol" gap={2} aria-label="Versions, newest first">
              {data.items.map((version) => (
                <VersionRow
                  key={version.revision}
                  version={version}
                  isChosen={version.revision === shown?.revision}
                  isCurrent={version.revision === story.revision}
                  onChoose={() => setChosen(version)}
                />
              ))}
            </RovingList>
          </div>
          {shown && (
            <div className={classes.preview}>
              {failure && (
                <p className={textStyles.fault} role="alert">
                  {failure.message}. {failure.detail}
                </p>
              )}
              <VersionPreview key={shown.revision} storyId={story.id} revision={shown.revision} />
              {shown.revision !== story.revision && (
                <div className={classes.restore}>
                  <Button loading={restore.isPending} onClick={() => bringBack(shown)}>
                    Bring back this version
                  </Button>
                  <span className={textStyles.note}>What came after it stays in the history.</span>
                </div>
              )}
            </div>
          )}
        </div>
      )}
    </Modal>
  )
}

const sayFailure = (error: unknown): string => {
  const { message, detail } = describeFailure(error)
  return [`${message}.`, detail].filter(Boolean).join(' ')
}

/** Brings a version back. It outlives the dialog: undo is offered after that has closed. */
const useRestore = (storyId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  return async (revision: number): Promise<void> => {
    putStory(queryClient, await restoreStory(storyId, { revision }, { client }))
    await Promise.all([
      invalidateLists(queryClient),
      queryClient.invalidateQueries({ queryKey: versionsOptions(client, storyId).queryKey }),
    ])
  }
}
