import { Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import type { UserProfile } from '@auspex/sdk'
import { useLocation } from '@tanstack/react-router'
import { type PropsWithChildren, useEffect } from 'react'
import { SearchPalette } from '../../features/explore/search-palette.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { ShellHeader } from './shell-header.tsx'
import { ShellNavigation } from './shell-navigation.tsx'
import classes from './shell-frame.module.css'

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
      <Drawer opened={navigationOpened} onClose={navigation.close} size={280} title="Auspex" closeButtonProps={{ 'aria-label': 'Close the menu' }}>
        <nav aria-label="Main">
          <ShellNavigation />
        </nav>
      </Drawer>
      <SearchPalette opened={paletteOpened} onClose={palette.close} />
    </>
  )
}
