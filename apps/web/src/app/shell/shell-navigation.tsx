import { Box, Flex, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  IconActivity,
  IconBell,
  IconBooks,
  IconBookmarks,
  IconBriefcase,
  IconChartLine,
  IconChevronDown,
  IconHash,
  IconFileText,
  IconHome,
  IconInbox,
  IconNews,
  IconListCheck,
  IconPresentation,
  IconReportMedical,
  IconSparkles,
  IconTrendingUp,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { captionOf } from '../../features/explore/query-caption.ts'
import { UnreadBadge } from '../../features/inbox/unread-badge.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { useMissingModule, useModules } from '../../lib/people/modules.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import classes from './shell.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/**
 * The pages of the navigation by what people come for, in order. Pages of a module that is off are omitted: `lib/people/modules.ts` decides by the
 * address. Sources and administration are in the person's menu.
 */
const navigationGroups: readonly { readonly title: string; readonly pages: readonly NavigationPage[] }[] = [
  {
    title: 'Discover',
    pages: [
      { to: '/', words: 'Home', icon: IconHome },
      { to: '/trends', words: 'Explore', icon: IconTrendingUp },
      { to: '/news', words: 'News', icon: IconNews },
      { to: '/compare', words: 'Compare', icon: IconChartLine },
      { to: '/zeus', words: 'Zeus', icon: IconSparkles },
    ],
  },
  {
    title: 'Library',
    pages: [
      { to: '/portfolios', words: 'Portfolios', icon: IconBookmarks },
      { to: '/projects', words: 'Projects', icon: IconBriefcase },
      { to: '/stories', words: 'Stories', icon: IconPresentation },
      { to: '/reports', words: 'Reports', icon: IconFileText },
    ],
  },
  {
    title: 'Watch',
    pages: [
      { to: '/monitors', words: 'Monitors', icon: IconBell },
      { to: '/workflows', words: 'Workflows', icon: IconListCheck },
      { to: '/inbox', words: 'Inbox', icon: IconInbox },
    ],
  },
  {
    title: 'Research',
    pages: [
      { to: '/trials', words: 'Trials', icon: IconReportMedical },
      { to: '/literature', words: 'Literature', icon: IconBooks },
      { to: '/hashtags', words: 'Hashtags', icon: IconHash },
    ],
  },
]

/** Navigation to the pages, in groups that fold, and to recently viewed signals. */
export const ShellNavigation = () => {
  const client = useClient()
  const nameSource = useSourceNames()
  const isOn = useModules()
  const missingModule = useMissingModule()
  const { data } = useQuery({ ...recentSearchesOptions(client), enabled: isOn('explore') })
  const groups = navigationGroups
    .map(({ title, pages }) => ({ title, pages: pages.filter(({ to }) => missingModule(to) === null) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <>
      {groups.map((group) => (
        <NavigationGroup key={group.title} {...group} />
      ))}
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

interface NavigationGroupProps {
  title: string
  pages: readonly NavigationPage[]
}

/** Pages under a title that hides and shows them; which are hidden is remembered in this browser. */
const NavigationGroup = ({ title, pages }: NavigationGroupProps) => {
  const [isHidden, setHidden] = useLocalStorage({ key: `auspex.navigation.${title}`, defaultValue: false })
  const id = useId()
  return (
    <Box mb={10}>
      <UnstyledButton
        className={`${textStyles.fine} ${surfaces.hover} ${classes.group}`}
        aria-expanded={!isHidden}
        // a page may have a button of the same word
        aria-label={`${title}, pages`}
        aria-controls={id}
        onClick={() => setHidden(!isHidden)}
      >
        {title}
        <IconChevronDown size={14} stroke={1.7} aria-hidden />
      </UnstyledButton>
      <Flex component="ul" id={id} direction="column" gap={2} hidden={isHidden} display={isHidden ? 'none' : 'flex'}>
        {pages.map(({ to, words, icon: PageIcon }) => (
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
    </Box>
  )
}

interface NavigationPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly words: string
  readonly icon: Icon
}
