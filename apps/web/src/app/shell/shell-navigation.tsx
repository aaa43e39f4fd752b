import { Box, Flex } from '@mantine/core'
import {
  IconActivity,
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
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { captionOf } from '../../features/explore/query-caption.ts'
import { UnreadBadge } from '../../features/inbox/unread-badge.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { useMissingModule, useModules, useRoles } from '../../lib/people/modules.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import classes from './shell.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** The pages of the navigation, in order. Pages of a module that is off are omitted: `lib/people/modules.ts` decides by the address. */
const navigationPages: readonly NavigationPage[] = [
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

/** Navigation to the pages and to recently viewed signals. */
export const ShellNavigation = () => {
  const client = useClient()
  const nameSource = useSourceNames()
  const isOn = useModules()
  const missingModule = useMissingModule()
  const roles = useRoles()
  const { data } = useQuery({ ...recentSearchesOptions(client), enabled: isOn('explore') })
  return (
    <>
      <Flex component="ul" direction="column" gap={2}>
        {navigationPages
          .filter(({ to, role }) => missingModule(to) === null && (role === undefined || roles.includes(role)))
          .map(({ to, words, icon: PageIcon }) => (
            <li key={to}>
              <Link
                to={to}
                search={{}}
                className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
                activeOptions={{ exact: to === '/', includeSearch: false }}
              >
                <PageIcon size={18} stroke={1.7} aria-hidden /> {words}
                {to === '/inbox' && (
                  <>
                    {' '}
                    <UnreadBadge />
                  </>
                )}
              </Link>
            </li>
          ))}
      </Flex>
      {data && data.items.length > 0 && isOn('signals') && (
        <>
          <Box
            component="h2"
            className={`${textStyles.small} ${textStyles.strong}`}
            mt={22}
            mb={6}
            mx={10}
            lts={0}
            id="nav-signals"
          >
            Your signals
          </Box>
          <RovingList gap={2} aria-labelledby="nav-signals">
            {data.items.slice(0, 14).map((item) => (
              <li key={item.id}>
                <Link
                  to="/signals/$signalId"
                  params={{ signalId: item.signalId }}
                  className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
                  activeOptions={{ includeSearch: false }}
                  preload={false}
                >
                  <IconActivity size={18} stroke={1.7} aria-hidden />
                  <span className={textStyles.clip}>
                    {[item.query.title, captionOf(item.query, nameSource)].filter(Boolean).join(' · ')}
                  </span>
                </Link>
              </li>
            ))}
          </RovingList>
        </>
      )}
    </>
  )
}

interface NavigationPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly words: string
  readonly icon: Icon
  /** Shown only to people who have this role. */
  readonly role?: string
}
