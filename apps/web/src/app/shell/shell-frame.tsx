import { useDisclosure, useHotkeys } from '@mantine/hooks'
import type { UserProfile } from '@auspex/sdk'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, type PropsWithChildren, Suspense, useEffect } from 'react'
import { useOnboardingProgress } from '../../features/onboarding/use-onboarding-progress.ts'
import { SaveProvider } from '../../features/portfolios/save/save-provider.tsx'
import { useDateStyle } from '../../lib/date-style.ts'
import { DelayedChangesProvider } from '../../lib/delayed-changes.tsx'
import { pressAdd } from '../../lib/dialog-request.tsx'
import { NoticeProvider } from '../../lib/notices.tsx'
import { pressSave } from '../../lib/save-signals.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { OfflineBanner } from '../connection/offline-banner.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { createPageCommands } from '../palette/page-commands.ts'
import { useAllowedCommands } from '../palette/use-allowed-commands.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useTracking } from '../tracking/use-tracking.ts'
import { DemoBanner } from './demo-banner.tsx'
import { DialogHost } from './dialog-host.tsx'
import { Notices, pressUndo, useNotices } from './notice.tsx'
import { ShellHeader } from './shell-header.tsx'
import { ShellNavigation } from './shell-navigation.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useOverlay } from './use-overlay.ts'
import { useZeusScreen } from './use-zeus-screen.ts'
import classes from './shell-frame.module.css'

// Nobody needs them before they are asked for, and dialogs are a part of the bundle that one notices.
const CommandPalette = lazyPart(async () => (await import('../palette/command-palette.tsx')).CommandPalette)
const ShortcutSheet = lazyPart(async () => (await import('../shortcuts/shortcut-sheet.tsx')).ShortcutSheet)
const PreferencesDialog = lazyPart(
  async () => (await import('../../features/onboarding/preferences-dialog.tsx')).PreferencesDialog,
)
const NavigationDrawer = lazyPart(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer)

/** Header, navigation and the page. On a phone the navigation is a drawer. */
export const ShellFrame = ({ user, children }: PropsWithChildren<{ user: UserProfile }>) => {
  const [navigationOpened, navigation] = useDisclosure(false)
  const { overlay, open, close } = useOverlay<'palette' | 'shortcuts' | 'preferences'>()
  const { notices, tell, close: closeNotice } = useNotices()
  const { pathname } = useLocation()
  const dateStyle = useDateStyle()
  const openPalette = () => open('palette')
  const openShortcuts = () => open('shortcuts')
  // With no tags to ignore: search opens from inside a text field as well.
  useHotkeys([['mod+K', () => (overlay === 'palette' ? close() : openPalette())]], [])
  useShortcuts({
    '?': openShortcuts,
    '/': openPalette,
    s: pressSave,
    a: pressAdd,
    z: () => pressUndo(notices, closeNotice),
    ...usePageKeys(),
  })
  useHeadingFocus()
  useOnboardingProgress(tell)
  useTracking(user)
  useZeusScreen()
  const closeNavigation = navigation.close
  useEffect(closeNavigation, [pathname, closeNavigation])

  return (
    <NoticeProvider tell={tell}>
      <DelayedChangesProvider>
        <SaveProvider>
          <DialogHost>
            <a className={classes.skip} href="#content">
              Skip to the content
            </a>
            <ShellHeader
              user={user}
              onOpenNavigation={navigation.open}
              onOpenSearch={openPalette}
              onOpenPreferences={() => open('preferences')}
            />
            <div className={classes.body}>
              <nav className={classes.navigation} aria-label="Main">
                <ShellNavigation />
              </nav>
              <main id="content" className={classes.content} tabIndex={-1}>
                <OfflineBanner />
                <DemoBanner />
                {/* Dates are written while a page is drawn: another style draws it anew. */}
                <Fragment key={dateStyle}>
                  <ModuleGate>{children}</ModuleGate>
                </Fragment>
              </main>
            </div>
            <Notices notices={notices} onClose={closeNotice} />
            <Suspense>
              {navigationOpened && <NavigationDrawer onClose={navigation.close} />}
              {overlay === 'palette' && <CommandPalette onClose={close} tell={tell} openShortcuts={openShortcuts} />}
              {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
              {overlay === 'preferences' && <PreferencesDialog user={user} onClose={close} />}
            </Suspense>
          </DialogHost>
        </SaveProvider>
      </DelayedChangesProvider>
    </NoticeProvider>
  )
}

/** The keys of the pages: "g h" and so on. */
const usePageKeys = (): Readonly<Record<string, () => void>> => {
  const navigate = useNavigate()
  const isAllowed = useAllowedCommands()
  const commands = createPageCommands({ navigate }).filter(isAllowed)
  return Object.fromEntries(commands.flatMap(({ keys, run }) => (keys === undefined ? [] : [[keys, () => void run()]])))
}
