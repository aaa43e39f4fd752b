import { Box } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { useRoles } from '../../lib/people/modules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'

/** The pages of the administration, in the order of their tabs. */
const administrationPages = [
  {
    to: '/admin/organizations',
    title: 'Organizations',
    lead: 'Companies and institutions whose people work together. No organization sees the data of another.',
  },
  {
    to: '/admin/groups',
    title: 'Groups',
    lead: 'People in an organization who share portfolios, projects and stories.',
  },
  {
    to: '/admin/people',
    title: 'People',
    lead: 'Who has access, and which modules each person may use. Roles come from the identity provider.',
  },
  {
    to: '/admin/tokens',
    title: 'Access tokens',
    lead: 'Tokens that people created for their scripts. Revoking one takes effect at once. The Organizations page controls who may have them.',
  },
  {
    to: '/admin/apps',
    title: 'Apps',
    lead: 'Apps of other teams that may sign people in and call the API for them. People decide whether to let one in.',
  },
  {
    to: '/admin/activity',
    title: 'Activity',
    lead: 'The pages people opened and what they did there. Searches are not recorded.',
  },
  { to: '/admin/portfolios', title: 'Portfolios', lead: 'The portfolios of all organizations, without their signals.' },
  {
    to: '/admin/reports',
    title: 'Report cache',
    lead: 'How fresh the stored reports are. An update searches the stale ones again.',
  },
  {
    to: '/admin/deletions',
    title: 'Deleted documents',
    lead: 'Which documents were deleted, and whether they may come back. Nothing that they said is kept.',
  },
  {
    to: '/admin/jobs',
    title: 'Jobs',
    lead: 'What the server is doing in the background, and which jobs it gave up on.',
  },
  {
    to: '/admin/audit',
    title: 'Audit trail',
    lead: 'What administrators changed. Entries can’t be edited or deleted.',
  },
  {
    to: '/admin/security',
    title: 'Security log',
    lead: 'Who signed in, what was refused and who changed access in the last 180 days. Viewing it is recorded too.',
  },
] as const

/** Heading and tabs around each page of the administration; reports missing permission. */
export const AdministrationLayout = ({ children }: PropsWithChildren) => {
  const { pathname } = useLocation()
  const roles = useRoles()
  if (!roles.includes('godmode')) return <NotForYou />
  const current = administrationPages.find(({ to }) => pathname.startsWith(to)) ?? administrationPages[0]
  return (
    <Page>
      <title>{`${current.title} · Administration · Auspex`}</title>
      <header>
        <p className={textStyles.eyebrow}>Administration</p>
        <Box component="h1" fz="display" lh={1.25}>
          {current.title}
        </Box>
        <p className={textStyles.lead}>{current.lead}</p>
        <nav className={classes.navigation} aria-label="Administration">
          <ul className={classes.tabs}>
            {administrationPages.map(({ to, title }) => (
              <li key={to}>
                <Link
                  className={`${layout.tab} ${classes.tab}`}
                  to={to}
                  search={{}}
                  preload={false}
                  aria-current={to === current.to ? 'page' : undefined}
                  data-shown={to === current.to}
                  activeProps={{}}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className={classes.content}>{children}</div>
    </Page>
  )
}

const NotForYou = () => (
  <Page>
    <title>Administration · Auspex</title>
    <EmptyState
      level={1}
      icon={<IconShieldLock size={22} stroke={1.7} aria-hidden />}
      title="Administration is for administrators"
      text="These pages need the role “godmode”, which the identity provider grants. If you should have it, ask the operator of this installation."
      action={<LinkButton to="/profile">See what you can use</LinkButton>}
    />
  </Page>
)
