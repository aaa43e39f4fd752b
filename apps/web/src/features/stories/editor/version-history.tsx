import { Button, Modal, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { restoreStory, type Story, type StoryVersion } from '@auspex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatInstant, formatPlural, formatSince } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { invalidateLists, putStory, versionsOptions, versionOptions } from '../stories.queries.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { StoryReading } from '../cards/story-reading.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import surfaces from '../../../ui/surfaces.module.css'

const changeWords: Record<StoryVersion['change'], string> = {
  create: 'created the story',
  update: 'changed the story',
  'add-card': 'added a card',
  'update-card': 'changed a card',
  'delete-card': 'deleted a card',
  restore: 'brought back a version',
}

/** One change: who, what, when. */
const VersionRow = ({ version, isChosen, isCurrent, onChoose }: VersionRowProps) => {
  const now = useNow()
  const { change, changedAt, changedBy, cardCount } = version
  return (
    <li>
      <UnstyledButton
        className={`${surfaces.hover} ${classes.row}`}
        aria-current={isChosen}
        data-chosen={isChosen}
        onClick={onChoose}
      >
        <span className={classes.who}>
          <b>{changedBy ?? 'Somebody'}</b> {changeWords[change]}
        </span>
        <span className={textStyles.caption}>
          <time dateTime={changedAt} title={formatInstant(changedAt)}>
            {formatSince(changedAt, now)}
          </time>{' '}
          · {formatPlural(cardCount, 'card')}
          {isCurrent && ' · now'}
        </span>
      </UnstyledButton>
    </li>
  )
}

interface VersionHistoryProps {
  story: Story
  onClose: () => void
}

/** Who changed what and when; each version can be viewed and restored. */
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
const VersionPreview = ({ storyId, revision }: { storyId: string; revision: number }) => {
  const { data, error, refetch } = useQuery(versionOptions(useClient(), storyId, revision))
  if (data)
    return (
      <section
        className={classes.pages}
        aria-label="The story as it was"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
        tabIndex={0}
      >
        <StoryReading story={data.story} headingLevel={3} />
      </section>
    )
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius="md" aria-label="Loading the version" />
}

interface VersionRowProps {
  version: StoryVersion
  isChosen: boolean
  isCurrent: boolean
  onChoose: () => void
}
