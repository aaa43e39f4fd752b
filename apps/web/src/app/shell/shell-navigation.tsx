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
  IconMessages,
  IconPresentation,
  IconReportMedical,
  IconSparkles,
  IconTrendingUp,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { captionOf } from '../../features/explore/query-caption.ts'
import { ChangeDot, useChangedSignals } from '../../features/inbox/changes.tsx'
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
const navigationGroups: readonly NavigationGroupPages[] = [
  {
    title: 'Discover',
    pages: [
      { to: '/', words: 'Home', icon: IconHome },
      { to: '/trends', words: 'Explore', icon: IconTrendingUp },
      { to: '/news', words: 'News', icon: IconNews },
      { to: '/compare', words: 'Compare', icon: IconChartLine },
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
      { to: '/comments', words: 'Comments', icon: IconMessages },
    ],
  },
  {
    title: 'Research',
    isFolded: true,
    pages: [
      { to: '/trials', words: 'Trials', icon: IconReportMedical },
      { to: '/literature', words: 'Literature', icon: IconBooks },
      { to: '/hashtags', words: 'Hashtags', icon: IconHash },
    ],
  },
]

/** The assistant has an entry of its own. */
const zeusPage: NavigationPage = { to: '/zeus', words: 'Zeus', icon: IconSparkles }

/** How many of the recently viewed signals are listed. */
const maxSignals = 6

/** Navigation to the pages, in groups, and to recently viewed signals, which the home page has itself. */
export const ShellNavigation = ({ personId }: { personId: string }) => {
  const isOn = useModules()
  const missingModule = useMissingModule()
  const { pathname } = useLocation()
  const groups = navigationGroups
    .map((group) => ({ ...group, pages: group.pages.filter(({ to }) => missingModule(to) === null) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <>
      {groups.map((group) => (
        <NavigationGroup key={group.title} {...group} />
      ))}
      {isOn('zeus') && (
        <Box component="ul" mb={10}>
          <PageEntry {...zeusPage} />
        </Box>
      )}
      {pathname !== '/' && isOn('explore') && isOn('signals') && <RecentSignals personId={personId} />}
    </>
  )
}

/** Signals that the person viewed last; a dot marks those in which something changed since. */
const RecentSignals = ({ personId }: { personId: string }) => {
  const nameSource = useSourceNames()
  const { data } = useQuery(recentSearchesOptions(useClient()))
  const changed = useChangedSignals(personId)
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <Box component="h2" className={textStyles.fine} mt={18} mb={4} mx={10} lts={0} id="nav-signals">
        Recent signals
      </Box>
      <RovingList gap={2} aria-labelledby="nav-signals">
        {data.items.slice(0, maxSignals).map((item) => {
          const change = changed.get(item.signalId)
          return (
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
                {change !== undefined && <ChangeDot text={change} />}
              </Link>
            </li>
          )
        })}
      </RovingList>
    </>
  )
}

/** Pages under a title. */
const NavigationGroup = ({ isFolded = false, ...group }: NavigationGroupPages) => {
  const id = useId()
  if (isFolded) return <FoldedGroup {...group} />
  return (
    <Box mb={10}>
      <Box component="p" className={`${textStyles.fine} ${classes.group}`} id={id}>
        {group.title}
      </Box>
      <PageList labelledBy={id} pages={group.pages} />
    </Box>
  )
}

/** Pages under a title that shows them; whether it does is remembered in this browser. The page that is open is never hidden. */
const FoldedGroup = ({ title, pages }: NavigationGroupPages) => {
  const [isClosed, setClosed] = useLocalStorage({
    key: `auspex.navigation.${title}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const { pathname } = useLocation()
  const isHere = pages.some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  const isHidden = isClosed && !isHere
  const id = useId()
  return (
    <Box mb={10}>
      <UnstyledButton
        className={`${textStyles.fine} ${surfaces.hover} ${classes.group}`}
        aria-expanded={!isHidden}
        // a page may have a button of the same word
        aria-label={`${title}, pages`}
        aria-controls={id}
        onClick={() => setClosed(!isHidden)}
      >
        {title}
        <IconChevronDown size={14} stroke={1.7} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={isHidden}>
        <PageList pages={pages} />
      </div>
    </Box>
  )
}

interface PageListProps {
  labelledBy?: string
  pages: readonly NavigationPage[]
}

const PageList = ({ labelledBy, pages }: PageListProps) => (
  <Flex component="ul" direction="column" gap={2} {...(labelledBy !== undefined && { 'aria-labelledby': labelledBy })}>
    {pages.map((page) => (
      <PageEntry key={page.to} {...page} />
    ))}
  </Flex>
)

const PageEntry = ({ to, words, icon: PageIcon }: NavigationPage) => (
  <li>
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
)

interface NavigationGroupPages {
  readonly title: string
  /** Folded until the person opens it. */
  readonly isFolded?: boolean
  readonly pages: readonly NavigationPage[]
}

interface NavigationPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly words: string
  readonly icon: Icon
}
