import { useDisclosure, useHotkeys } from '@mantine/hooks'
import type { UserProfile } from '@auspex/sdk'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type PropsWithChildren, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { type ActionSchema, useAction, useReadable } from '@auspex/sdk/assistant'
import * as z from 'zod/mini'
import { IconLock } from '@tabler/icons-react'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { SaveProvider } from '../../features/portfolios/save/save-provider.tsx'
import { useDateStyle } from '../../lib/storage/settings.ts'
import { recordVisit } from '../../lib/storage/visits.ts'
import { DelayedChangesProvider } from '../../lib/api/delayed-changes.tsx'
import { type DialogRequest, DialogRequestProvider, pressAdd } from '../../lib/dialogs/dialog-request.tsx'
import { formatDay } from '../../lib/time/format.ts'
import { DayFormat } from '../../ui/date-input.tsx'
import { NoticeProvider } from '../../lib/dialogs/notices.tsx'
import { pressComments } from '../../lib/dialogs/comments.tsx'
import { pressSave } from '../../lib/dialogs/save-signals.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { OfflineBanner } from '../connection/offline-banner.tsx'
import { useAllowedCommands } from '../palette/command.ts'
import { createPageCommands, findModules } from '../pages.ts'
import { useShortcuts } from '../../lib/keyboard/use-shortcuts.ts'
import { useTracking } from '../tracking/use-tracking.ts'
import { type ModuleName, moduleWords, useMissingModule, useModules } from '../../lib/people/modules.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { Notices, pressUndo, useNotices } from './notice.tsx'
import { ShellHeader } from './shell-header.tsx'
import { ShellNavigation } from './shell-navigation.tsx'
import classes from './shell.module.css'
import { focusWhenShown } from './focus-when-shown.ts'

/** Shown instead of a page whose module is off: names the module and who can switch it on. */
const ModuleOffView = ({ module }: { module: ModuleName }) => {
  const isOn = useModules()
  const { title, meaning } = moduleWords[module]
  return (
    <Page>
      <title>{`${title} is off · Auspex`}</title>
      <EmptyState
        level={1}
        icon={<IconLock size={22} stroke={1.7} aria-hidden />}
        title={`${title} is switched off for you`}
        text={
          <>
            {meaning}. An administrator of your organization can switch it on for you. What you created with it is kept.
          </>
        }
        action={
          isOn('explore') ? (
            <LinkButton to="/">Go to the home page</LinkButton>
          ) : (
            <LinkButton to="/inbox">Go to your inbox</LinkButton>
          )
        }
      />
    </Page>
  )
}

/**
 * The input schema of an action that takes only texts. zod/mini, which the app already includes, validates it but cannot
 * generate its JSON schema.
 */
const textInput = <Name extends string>(
  fields: Readonly<Record<Name, TextField>>,
): ActionSchema<Record<Name, string>> => {
  const entries = Object.entries<TextField>(fields)
  const schema = z.object(
    Object.fromEntries(entries.map(([name, { pattern }]) => [name, z.string().check(z.regex(pattern))])),
  ) as unknown as z.ZodMiniType<Record<Name, string>> // its keys are those of the fields
  const description = {
    properties: Object.fromEntries(entries.map(([name, field]) => [name, { type: 'string', ...field }])),
    required: entries.map(([name]) => name),
  }
  return {
    '~standard': {
      validate: (value) => schema['~standard'].validate(value),
      jsonSchema: { input: () => description },
    },
  }
}

const signalInput = textInput({
  signalId: { pattern: /^sig_[a-z0-9]{1,40}$/, description: 'Id of the signal, such as sig_k2m4p6q8.' },
})

const signalsInput = textInput({
  signalIds: {
    pattern: /^sig_[a-z0-9]{1,40}(,sig_[a-z0-9]{1,40}){1,4}$/,
    description: 'Ids of the signals, separated by commas.',
  },
})

const portfolioInput = textInput({
  portfolioId: { pattern: /^pf_[a-z0-9]{1,40}$/, description: 'Id of the portfolio.' },
})

/** What Zeus may read of the screen, and do on it. None of it changes stored data. */
const useZeusScreen = (): void => {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  useReadable('The address of the page that is open', `${pathname}${searchStr}`)
  useAction({
    name: 'openSignal',
    description: 'Opens the report of a signal, when the person asks to see it.',
    parameters: signalInput,
    handler: (params) => navigate({ to: '/signals/$signalId', params }),
  })
  useAction({
    name: 'compareSignals',
    description: 'Opens the comparison of two to five signals, when the person asks to see it.',
    parameters: signalsInput,
    handler: ({ signalIds }) => navigate({ to: '/compare', search: { signals: signalIds } }),
  })
  useAction({
    name: 'openPortfolio',
    description: 'Opens a portfolio, when the person asks to see it.',
    parameters: portfolioInput,
    handler: (params) => navigate({ to: '/portfolios/$portfolioId', params }),
  })
}

/** The overlay that is open over the page; closing it restores the focus. */
const useOverlay = <Name extends string>() => {
  const [overlay, setOverlay] = useState<Name | null>(null)
  const before = useRef<Element | null>(null)
  const open = useCallback((name: Name) => {
    if (document.querySelector('[role="dialog"]') === null) before.current = document.activeElement
    setOverlay(name)
  }, [])
  const close = useCallback(() => {
    setOverlay(null)
    const target = before.current
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  }, [])
  return { overlay, open, close }
}

const ShareDialog = lazyPart(async () => (await import('../../features/sharing/share-dialog.tsx')).ShareDialog)

const AddToStoryDialog = lazyPart(
  async () => (await import('../../features/stories/add/add-to-story-dialog.tsx')).AddToStoryDialog,
)

const CommentsDrawer = lazyPart(
  async () => (await import('../../features/comments/comments-drawer.tsx')).CommentsDrawer,
)

/** The comment that the address names, and how to close it. */
const useLinkedComment = () => {
  const { comments = null } = useSearch({ strict: false })
  const navigate = useNavigate()
  const leave = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, comments: undefined }),
      replace: true,
      resetScroll: false,
    })
  return { comments, leave }
}

/** Renders the dialogs that pages of other features open. */
const DialogHost = ({ children }: PropsWithChildren) => {
  const { overlay, open, close } = useOverlay<'request'>()
  const [request, setRequest] = useState<DialogRequest | null>(null)
  const { comments, leave } = useLinkedComment()
  const openRequest = useCallback(
    (next: DialogRequest) => {
      setRequest(next)
      open('request')
    },
    [open],
  )
  return (
    <DialogRequestProvider open={openRequest}>
      {children}
      <Suspense>
        {overlay !== null && request?.kind === 'share' && <ShareDialog item={request.item} onClose={close} />}
        {comments !== null && <CommentsDrawer subject={null} commentId={comments} onClose={leave} />}
        {comments === null && overlay !== null && request?.kind === 'comments' && (
          <CommentsDrawer subject={request.subject} commentId={null} onClose={close} />
        )}
        {overlay !== null && request?.kind === 'add-to-story' && (
          <AddToStoryDialog subject={request.subject} offers={request.offers} onClose={close} />
        )}
      </Suspense>
    </DialogRequestProvider>
  )
}

/**
 * After a navigation, focuses the heading of the new page, which screen readers then announce once: there is no live region as
 * well. A page that took the focus itself keeps it, and so does an anchor within a page (#…).
 */
const useHeadingFocus = (): void => {
  const router = useRouter()
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stop()
      const hasFocus = document.querySelector('#content')?.querySelector(':focus')
      if (toLocation.hash === '' && !hasFocus) stop = focusWhenShown('#content h1')
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
}

/** Renders the page, or the reason why the person does not have access. */
const ModuleGate = ({ children }: PropsWithChildren) => {
  const { pathname } = useLocation()
  const module = useMissingModule()(findModules(pathname) ?? [])
  return module === null ? children : <ModuleOffView module={module} />
}

// Loaded on demand, because dialogs are a significant part of the bundle.
const CommandPalette = lazyPart(async () => (await import('../palette/command-palette.tsx')).CommandPalette)
const ShortcutSheet = lazyPart(async () => (await import('../shortcuts/shortcut-sheet.tsx')).ShortcutSheet)
const PreferencesDialog = lazyPart(
  async () => (await import('../../features/onboarding/preferences-dialog.tsx')).PreferencesDialog,
)
const NavigationDrawer = lazyPart(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer)

/** Header, navigation and the page. On a phone and beside a report the navigation is a drawer. */
export const ShellFrame = ({ user, children }: PropsWithChildren<{ user: UserProfile }>) => {
  const [navigationOpened, navigation] = useDisclosure(false)
  const { overlay, open, close } = useOverlay<'palette' | 'shortcuts' | 'preferences'>()
  const { notices, tell, close: closeNotice } = useNotices()
  const { pathname } = useLocation()
  const isReading = isReport(pathname)
  useVisits(user.profile.id, pathname)
  const dateStyle = useDateStyle()
  const openPalette = () => open('palette')
  const openShortcuts = () => open('shortcuts')
  // No tags to ignore: search also opens from inside a text field.
  useHotkeys([['mod+K', () => (overlay === 'palette' ? close() : openPalette())]], [])
  useShortcuts({
    '?': openShortcuts,
    '/': openPalette,
    s: pressSave,
    a: pressAdd,
    c: pressComments,
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
              isReading={isReading}
              onOpenNavigation={navigation.open}
              onOpenSearch={openPalette}
              onOpenPreferences={() => open('preferences')}
            />
            <div className={classes.body} data-reading={isReading}>
              <nav className={classes.navigation} aria-label="Main">
                <ShellNavigation personId={user.profile.id} />
              </nav>
              <main id="content" className={classes.content} tabIndex={-1}>
                <OfflineBanner />
                <DemoBanner />
                {/* Dates are formatted during rendering: another style re-renders the page. */}
                <DayFormat key={dateStyle} value={formatDay}>
                  <ModuleGate>{children}</ModuleGate>
                </DayFormat>
              </main>
            </div>
            <Notices notices={notices} onClose={closeNotice} />
            <Suspense>
              {navigationOpened && <NavigationDrawer personId={user.profile.id} onClose={navigation.close} />}
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

/** A report has the width of the window to itself: the navigation is a drawer there, as on a phone. */
const isReport = (pathname: string): boolean => pathname.startsWith('/signals/')

/** Remembers when the person was here, and which reports were open. */
const useVisits = (personId: string, pathname: string): void =>
  useEffect(() => recordVisit(personId, /^\/signals\/(sig_[a-z0-9]+)/.exec(pathname)?.[1]), [personId, pathname])

/** The shortcuts of the pages: "g h" and so on. */
const usePageKeys = (): Readonly<Record<string, () => void>> => {
  const navigate = useNavigate()
  const isAllowed = useAllowedCommands()
  const commands = createPageCommands({ navigate }).filter(isAllowed)
  return Object.fromEntries(commands.flatMap(({ keys, run }) => (keys === undefined ? [] : [[keys, () => void run()]])))
}

interface TextField {
  readonly pattern: RegExp
  /** Its meaning, for Zeus. */
  readonly description: string
}
