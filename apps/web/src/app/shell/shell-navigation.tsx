import { Box, Flex } from '@mantine/core'
import {
  IconActivity,
  IconBell,
  IconBooks,
  IconChartLine,
  IconHome,
  IconInbox,
  IconPlugConnected,
  IconReportMedical,
  IconTrendingUp,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { captionOf } from '../../features/explore/query-caption.ts'
import { UnreadBadge } from '../../features/inbox/unread-badge.tsx'
import { useClient } from '../../lib/api.tsx'
import { useSourceNames } from '../../lib/source-names.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import classes from './shell-navigation.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** Where a person can go: home, and the signals they looked at. */
export const ShellNavigation = () => {
  const client = useClient()
  const nameSource = useSourceNames()
  const { data } = useQuery(recentSearchesOptions(client))
  return (
    <>
      <Flex component="ul" direction="column" gap={2}>
        <li>
          <Link
            to="/"
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <IconHome size={18} stroke={1.7} aria-hidden /> Home
          </Link>
        </li>
        <li>
          <Link
            to="/trends"
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ includeSearch: false }}
          >
            <IconTrendingUp size={18} stroke={1.7} aria-hidden /> Explore
          </Link>
        </li>
        <li>
          <Link
            to="/compare"
            search={{}}
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ includeSearch: false }}
          >
            <IconChartLine size={18} stroke={1.7} aria-hidden /> Compare
          </Link>
        </li>
        <li>
          <Link
            to="/monitors"
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ includeSearch: false }}
          >
            <IconBell size={18} stroke={1.7} aria-hidden /> Monitors
          </Link>
        </li>
        <li>
          <Link to="/inbox" className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}>
            <IconInbox size={18} stroke={1.7} aria-hidden /> Inbox <UnreadBadge />
          </Link>
        </li>
        <li>
          <Link
            to="/trials"
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ includeSearch: false }}
          >
            <IconReportMedical size={18} stroke={1.7} aria-hidden /> Trials
          </Link>
        </li>
        <li>
          <Link
            to="/literature"
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ includeSearch: false }}
          >
            <IconBooks size={18} stroke={1.7} aria-hidden /> Literature
          </Link>
        </li>
        <li>
          <Link
            to="/sources"
            className={`${textStyles.text} ${surfaces.hover} ${classes.link}`}
            activeOptions={{ includeSearch: false }}
          >
            <IconPlugConnected size={18} stroke={1.7} aria-hidden /> Sources
          </Link>
        </li>
      </Flex>
      {data && data.items.length > 0 && (
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
