import type { PublishedDocument, NewsMuteInput } from '@auspex/sdk'
import { ActionIcon, Menu } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useClient } from '../../../lib/api/api.tsx'
import { failureSentences } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { useCreateMute, useDeleteMute } from '../news.queries.ts'

/** Mutes articles like this one, reports how many that hides, and offers to undo it. */
export const MuteMenu = ({ document: { outlet, news } }: { document: PublishedDocument }) => {
  const mute = useMute()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="md" aria-label="Mute">
          <IconEyeOff size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mute({ kind: 'outlet', subject: outlet })}>Mute {outlet}</Menu.Item>
        {news?.clusterId != null && (
          <Menu.Item onClick={() => mute({ kind: 'story', subject: news.clusterId ?? '' })}>
            Mute this headline
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Mutes, reports what that hides, and offers to undo it. */
export const useMute = () => {
  const client = useClient()
  const tell = useTell()
  const create = useCreateMute(client)
  const remove = useDeleteMute(client)
  return (input: NewsMuteInput, onDone?: () => void) =>
    create.mutate(input, {
      onSuccess: ({ id, kind, title, hidden }) => {
        const subject = kind === 'story' ? `The headline “${title}”` : `“${title}”`
        const effect =
          hidden === 0
            ? 'none of the last four weeks’ articles match'
            : `it hides ${formatPlural(hidden, 'article')} of the last four weeks`
        tell(`${subject} is muted: ${effect}.`, [{ label: 'Undo', run: () => remove.mutate(id) }])
        onDone?.()
      },
      onError: (error) => {
        tell(failureSentences(error))
      },
    })
}
