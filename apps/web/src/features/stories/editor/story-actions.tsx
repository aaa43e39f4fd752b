import { Button, Group, Menu, Tooltip } from '@mantine/core'
import type { GroupRef, Story } from '@auspex/sdk'
import {
  IconCheck,
  IconHistory,
  IconPresentation,
  IconShare2,
  IconUser,
  IconUsersGroup,
  IconFileTypeHtml,
  IconFileTypePdf,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { AskZeus, LinkButton } from '../../../lib/links/link-button.tsx'
import { CommentsButton } from '../../../lib/dialogs/comments.tsx'
import { useDialogRequest } from '../../../lib/dialogs/dialog-request.tsx'
import { loadable } from '../../../lib/page/loadable.tsx'
import classes from './editor.module.css'
import { useExport } from '../../../lib/files/exports.ts'
import { ExportMenu } from '../../../ui/export-menu.tsx'
import { seriesFiles, slidesFile, workbookFile } from '../../../ui/text-files.ts'
import layout from '../../../ui/layout.module.css'

const choices = [
  { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
  slidesFile,
  { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
  workbookFile,
  ...seriesFiles,
] as const

/** The story as a file. */
const StoryExportMenu = ({ storyId }: { storyId: string }) => (
  <ExportMenu {...useExport('story', storyId)} sections={[{ choices }]} width={260} />
)

const StoryHistory = loadable(async () => (await import('./version-history.tsx')).StoryHistory)

interface StoryActionsProps {
  story: Story
  groups: readonly GroupRef[]
  onGroup: (groupId: string | null) => void
}

/** The actions on a whole story. On a phone only their icons are shown. */
export const StoryActions = ({ story, groups, onGroup }: StoryActionsProps) => {
  const openDialog = useDialogRequest()
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const item = { kind: 'story', itemId: story.id, title: story.displayTitle } as const
  return (
    <Group className={`${layout.icons} ${classes.actions}`} gap={5} wrap="nowrap">
      {groups.length > 0 && <GroupMenu story={story} groups={groups} onGroup={onGroup} />}
      <Tooltip label="Version history">
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setHistoryOpen(true)}
        >
          History
        </Button>
      </Tooltip>
      <AskZeus about={{ story: story.id }} name="this story" />
      <CommentsButton subject={item} />
      <StoryExportMenu storyId={story.id} />
      <Button
        variant="default"
        leftSection={<IconShare2 size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => openDialog?.({ kind: 'share', item })}
      >
        Share
      </Button>
      <LinkButton
        to="/stories/$storyId/present"
        params={{ storyId: story.id }}
        leftSection={<IconPresentation size={16} aria-hidden />}
        disabled={story.cards.length === 0}
      >
        Present
      </LinkButton>
      <Suspense>{isHistoryOpen && <StoryHistory story={story} onClose={() => setHistoryOpen(false)} />}</Suspense>
    </Group>
  )
}

/** Who works on the story: only its creator, or a group. */
const GroupMenu = ({ story: { organizationGroupId }, groups, onGroup }: StoryActionsProps) => {
  const group = groups.find(({ id }) => id === organizationGroupId)
  const mark = (isChosen: boolean) => (isChosen ? <IconCheck size={15} aria-label="chosen" /> : null)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`Who can see and edit it: ${group?.name ?? 'only you'}`}
          leftSection={group ? <IconUsersGroup size={16} aria-hidden /> : <IconUser size={16} aria-hidden />}
        >
          {group?.name ?? 'Only you'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Who can see and edit it</Menu.Label>
        <Menu.Item rightSection={mark(organizationGroupId === null)} onClick={() => onGroup(null)}>
          Only you
        </Menu.Item>
        {groups.map(({ id, name }) => (
          <Menu.Item key={id} rightSection={mark(id === organizationGroupId)} onClick={() => onGroup(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
