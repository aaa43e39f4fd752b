import { Box } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { LinkButton } from '../../lib/link-button.tsx'
import { useRoles } from '../../lib/modules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { administrationPages } from './administration-pages.ts'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Heading and tabs around each page of the administration; who may not be here is told so. */
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
        <Box component="h1" fz={28} lh={1.25}>
          {current.title}
        </Box>
        <p className={textStyles.lead}>{current.lead}</p>
        <nav className={classes.navigation} aria-label="Administration">
          <ul className={classes.tabs}>
            {administrationPages.map(({ to, title }) => (
              <li key={to}>
                <Link
                  className={classes.tab}
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
      text="These pages need the role “godmode”, which the identity provider gives. Ask whoever runs this installation if you should have it."
      action={<LinkButton to="/profile">See what you may use</LinkButton>}
    />
  </Page>
)
