import {
  ActionIcon,
  Kbd,
  Avatar,
  Box,
  Menu,
  Stack,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from '@mantine/core'
import {
  IconMenu2,
  IconSearch,
  IconActivity,
  IconAdjustments,
  IconEye,
  IconEyeOff,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconShieldCog,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import type { UserProfile } from '@auspex/sdk'
import { Link, useLocation } from '@tanstack/react-router'
import { useModules, useRoles } from '../../lib/people/modules.ts'
import { Wordmark } from '../../ui/full-page.tsx'
import classes from './shell.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { useAccount } from '../../lib/people/account.tsx'
import { setActivityRecorded, useActivityRecorded } from '../../lib/storage/settings.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import surfaces from '../../ui/surfaces.module.css'

interface ShellHeaderProps {
  user: UserProfile
  /** Whether the navigation is a drawer at every width. */
  isReading: boolean
  onOpenNavigation: () => void
  onOpenSearch: () => void
  onOpenPreferences: () => void
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

export const ShellHeader = ({
  user,
  isReading,
  onOpenNavigation,
  onOpenSearch,
  onOpenPreferences,
}: ShellHeaderProps) => {
  const isOn = useModules()
  const canSearch = isOn('explore') && isOn('signals')
  const { pathname } = useLocation()
  return (
    <header className={classes.header}>
      <div className={classes.menu} data-reading={isReading}>
        <ActionIcon size="lg" onClick={onOpenNavigation} aria-label="Open the menu">
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
      </div>
      {pathname === '/' ? (
        <div className={classes.home}>
          <Wordmark />
        </div>
      ) : (
        <Link to="/" className={`${textStyles.plain} ${classes.home}`} aria-label="Auspex, home">
          <Wordmark />
        </Link>
      )}
      <button
        type="button"
        className={classes.search}
        data-home={(canSearch && pathname === '/') || undefined}
        onClick={onOpenSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
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

/** The signed-in person and their colleagues, their own pages, the theme, and sign-out. */
const UserMenu = ({ user, onOpenPreferences }: { user: UserProfile; onOpenPreferences: () => void }) => {
  const { pathname } = useLocation()
  // The home page has the selector itself; elsewhere it is offered once something was chosen (specification §2).
  const hasPreferences = Object.values(user.profile.preferences.params).some((choice) => choice !== null)
  const account = useAccount()
  const isRecorded = useActivityRecorded()
  const roles = useRoles()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = user.profile.name ?? user.profile.email ?? 'Signed in'
  const isDark = colorScheme === 'dark'
  return (
    <Menu position="bottom-end" width={260} offset={6}>
      <Menu.Target>
        <UnstyledButton className={surfaces.hover} display="grid" p={3} bdrs="50%">
          <Avatar name={name} color="iris" size={34} radius="xl" alt="" aria-hidden />
          <VisuallyHidden>Account of {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={2} py={8} px={12}>
          <Box component="span" fw={600}>
            {name}
          </Box>
          {user.profile.email && user.profile.email !== name && (
            <span className={`${textStyles.caption} ${textStyles.breakable}`}>{user.profile.email}</span>
          )}
          <span className={`${textStyles.caption} ${textStyles.breakable}`}>
            {user.organization?.name ?? 'No organization'}
          </span>
          <span className={`${textStyles.caption} ${textStyles.breakable}`}>{describeCompany(user)}</span>
        </Stack>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={16} aria-hidden />}>
          Your profile
        </Menu.Item>
        <Menu.Item component={Link} to="/activity" leftSection={<IconActivity size={16} aria-hidden />}>
          Activity
        </Menu.Item>
        <Menu.Item component={Link} to="/sources" leftSection={<IconPlugConnected size={16} aria-hidden />}>
          Sources
        </Menu.Item>
        {roles.includes('godmode') && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconShieldCog size={16} aria-hidden />}>
            Administration
          </Menu.Item>
        )}
        {pathname !== '/' && hasPreferences && (
          <Menu.Item leftSection={<IconAdjustments size={16} aria-hidden />} onClick={onOpenPreferences}>
            Your preferences
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        {user.isActivityRecorded && (
          <Menu.Item
            leftSection={isRecorded ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
            closeMenuOnClick={false}
            onClick={() => setActivityRecorded(!isRecorded)}
          >
            {isRecorded ? 'Stop recording my activity' : 'Record my activity'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void account.signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Lists the groups by name while they are few, and the number of colleagues. */
const describeCompany = ({ groups, contacts }: UserProfile): string => {
  const names = groups.length <= 3 ? groups.map(({ name }) => name).join(', ') : formatPlural(groups.length, 'group')
  return [groups.length === 0 ? 'No groups' : names, formatPlural(contacts.length, 'colleague')].join(' · ')
}
