import { useDisclosure, useHotkeys } from '@mantine/hooks'
import type { UserProfile } from '@auspex/sdk'
import { useLocation } from '@tanstack/react-router'
import { lazy, type PropsWithChildren, Suspense, useEffect } from 'react'
import { DemoBanner } from './demo-banner.tsx'
import { ShellHeader } from './shell-header.tsx'
import { ShellNavigation } from './shell-navigation.tsx'
import classes from './shell-frame.module.css'

// Nobody needs them before they are asked for, and dialogs are a part of the bundle that one notices.
const SearchPalette = lazy(async () => ({
  default: (await import('../../features/explore/search-palette.tsx')).SearchPalette,
}))
const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }))

/** Header, navigation and the page. On a phone the navigation is a drawer. */
export const ShellFrame = ({ user, children }: PropsWithChildren<{ user: UserProfile }>) => {
  const [navigationOpened, navigation] = useDisclosure(false)
  const [paletteOpened, palette] = useDisclosure(false)
  const { pathname } = useLocation()
  // With no tags to ignore: search opens from inside a text field as well.
  useHotkeys([['mod+K', palette.toggle]], [])
  const closeNavigation = navigation.close
  useEffect(closeNavigation, [pathname, closeNavigation])

  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <ShellHeader user={user} onOpenNavigation={navigation.open} onOpenSearch={palette.open} />
      <div className={classes.body}>
        <nav className={classes.navigation} aria-label="Main">
          <ShellNavigation />
        </nav>
        <main id="content" className={classes.content} tabIndex={-1}>
          <DemoBanner />
          {children}
        </main>
      </div>
      <Suspense>
        {navigationOpened && <NavigationDrawer onClose={navigation.close} />}
        {paletteOpened && <SearchPalette onClose={palette.close} />}
      </Suspense>
    </>
  )
}
