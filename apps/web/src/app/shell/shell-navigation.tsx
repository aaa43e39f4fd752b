import { Box, Flex, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconActivity, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { captionOf } from '../../features/explore/query-caption.ts'
import { ChangeDot, useChangedSignals } from '../../features/inbox/changes.tsx'
import { UnreadBadge } from '../../features/inbox/unread-badge.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { useModules } from '../../lib/people/modules.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import { type AppPage, type NavigationGroup, navigationGroups, pages } from '../pages.ts'
import classes from './shell.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** How many of the recently viewed signals are listed. */
const maxSignals = 6

/** Navigation to the pages, in groups, and to recently viewed signals, which the home page has itself. Pages of a module that is off are omitted. */
export const ShellNavigation = ({ personId }: { personId: string }) => {
  const isOn = useModules()
  const { pathname } = useLocation()
  const groups = navigationGroups.map((title) => ({
    title,
    pages: pages.filter(({ entry, modules }) => entry?.group === title && modules.every(isOn)),
  }))
  return (
    <>
      {groups.map((group) => group.pages.length > 0 && <PageGroup key={group.title} {...group} />)}
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

interface GroupProps {
  title: NavigationGroup
  pages: readonly AppPage[]
}

/** Pages under a title. The assistant has an entry without one, and what few people need is folded. */
const PageGroup = (group: GroupProps) => {
  const id = useId()
  if (group.title === 'Research') return <FoldedGroup {...group} />
  return (
    <Box mb={10}>
      {group.title !== 'Zeus' && (
        <Box component="p" className={`${textStyles.fine} ${classes.group}`} id={id}>
          {group.title}
        </Box>
      )}
      <PageList {...(group.title !== 'Zeus' && { labelledBy: id })} pages={group.pages} />
    </Box>
  )
}

/** Pages under a title that shows them; whether it does is remembered in this browser. The page that is open is never hidden. */
const FoldedGroup = ({ title, pages: group }: GroupProps) => {
  const [isClosed, setClosed] = useLocalStorage({
    key: `auspex.navigation.${title}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const { pathname } = useLocation()
  const isHere = group.some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
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
        <PageList pages={group} />
      </div>
    </Box>
  )
}

interface PageListProps {
  labelledBy?: string
  pages: readonly AppPage[]
}

const PageList = ({ labelledBy, pages: group }: PageListProps) => (
  <Flex component="ul" direction="column" gap={2} {...(labelledBy !== undefined && { 'aria-labelledby': labelledBy })}>
    {group.map((page) => (
      <PageEntry key={page.id} {...page} />
    ))}
  </Flex>
)

const PageEntry = ({ to, title, entry }: AppPage) => (
  <li>
    <Link
      to={to}
      search={{}}
      className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      {entry !== undefined && <entry.icon size={18} stroke={1.7} aria-hidden />} {title}
      {to === '/inbox' && (
        <>
          {' '}
          <UnreadBadge />
        </>
      )}
    </Link>
  </li>
)
