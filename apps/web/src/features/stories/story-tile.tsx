import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPresentation, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import type { Story } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { formatInstant, formatPlural, formatSince } from '../../lib/format.ts'
import { ShareMenuItem } from '../../lib/share-menu-item.tsx'
import { useNow } from '../../lib/use-now.ts'
import { meOptions } from './stories.queries.ts'
import { StoryPreview } from './story-preview.tsx'
import classes from './stories-page.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A story in small: a glance at what it shows, its title, and how fresh it is. */
export const StoryTile = ({ story, onDelete }: { story: Story; onDelete: () => void }) => {
  const now = useNow()
  const { data: me } = useQuery(meOptions(useClient()))
  const { id, displayTitle, organizationGroupId, cards, updatedAt } = story
  const group = me?.groups.find((one) => one.id === organizationGroupId)
  return (
    <li className={`${surfaces.panel} ${classes.tile}`}>
      <StoryPreview cards={cards} />
      <div className={classes.words}>
        <h2 className={`${textStyles.title} ${classes.title}`}>
          <Link to="/stories/$storyId" params={{ storyId: id }}>
            {displayTitle}
          </Link>
        </h2>
        <p className={textStyles.caption}>
          {formatPlural(cards.length, 'card')} ·{' '}
          <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
            changed {formatSince(updatedAt, now)}
          </time>
        </p>
        {organizationGroupId !== null && (
          <p className={`${textStyles.caption} ${classes.group}`}>
            <IconUsersGroup size={14} stroke={1.7} aria-hidden /> {group?.name ?? 'A group'}
          </p>
        )}
      </div>
      <StoryMenu story={story} onDelete={onDelete} />
    </li>
  )
}

const StoryMenu = ({ story: { id, displayTitle }, onDelete }: { story: Story; onDelete: () => void }) => {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={`More for ${displayTitle}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/stories/$storyId', params: { storyId: id } })}
        >
          Open
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPresentation size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/stories/$storyId/present', params: { storyId: id } })}
        >
          Present
        </Menu.Item>
        <ShareMenuItem item={{ kind: 'story', itemId: id, title: displayTitle }} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
