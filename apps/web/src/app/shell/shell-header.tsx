import { ActionIcon, Kbd } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import type { UserProfile } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { useModules } from '../../lib/modules.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './shell-header.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface ShellHeaderProps {
  user: UserProfile
  onOpenNavigation: () => void
  onOpenSearch: () => void
  onOpenPreferences: () => void
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

export const ShellHeader = ({ user, onOpenNavigation, onOpenSearch, onOpenPreferences }: ShellHeaderProps) => {
  const canSearch = useModules()('explore')
  return (
    <header className={classes.header}>
      <div className={classes.menu}>
        <ActionIcon size="lg" onClick={onOpenNavigation} aria-label="Open the menu">
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
      </div>
      <Link to="/" className={`${textStyles.plain} ${classes.home}`} aria-label="Auspex, home">
        <Wordmark />
      </Link>
      <button type="button" className={classes.search} onClick={onOpenSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.searchText}>{canSearch ? 'Search a topic' : 'Go to a page'}</span>
        <Kbd className={classes.keys} aria-hidden>
          {isApple() ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </button>
      <UserMenu user={user} onOpenPreferences={onOpenPreferences} />
    </header>
  )
}
