import {
  IconBell,
  IconBooks,
  IconBookmarks,
  IconBriefcase,
  IconChartLine,
  IconHash,
  IconFileText,
  IconHome,
  IconInbox,
  IconNews,
  IconListCheck,
  IconPlugConnected,
  IconPresentation,
  IconReportMedical,
  IconShieldCog,
  IconSparkles,
  IconTrendingUp,
  type Icon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

interface NavigationPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly words: string
  readonly icon: Icon
  /** Only for people who have it. */
  readonly role?: string
}

/** The pages of the navigation, in its order. One whose module is off is left out: `lib/modules.ts` knows by the address. */
export const navigationPages: readonly NavigationPage[] = [
  { to: '/', words: 'Home', icon: IconHome },
  { to: '/trends', words: 'Explore', icon: IconTrendingUp },
  { to: '/zeus', words: 'Zeus', icon: IconSparkles },
  { to: '/news', words: 'News', icon: IconNews },
  { to: '/compare', words: 'Compare', icon: IconChartLine },
  { to: '/portfolios', words: 'Portfolios', icon: IconBookmarks },
  { to: '/projects', words: 'Projects', icon: IconBriefcase },
  { to: '/stories', words: 'Stories', icon: IconPresentation },
  { to: '/reports', words: 'Reports', icon: IconFileText },
  { to: '/monitors', words: 'Monitors', icon: IconBell },
  { to: '/workflows', words: 'Workflows', icon: IconListCheck },
  { to: '/inbox', words: 'Inbox', icon: IconInbox },
  { to: '/trials', words: 'Trials', icon: IconReportMedical },
  { to: '/literature', words: 'Literature', icon: IconBooks },
  { to: '/hashtags', words: 'Hashtags', icon: IconHash },
  { to: '/sources', words: 'Sources', icon: IconPlugConnected },
  { to: '/admin', words: 'Administration', icon: IconShieldCog, role: 'godmode' },
]
