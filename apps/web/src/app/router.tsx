import { type ErrorComponentProps, useRouter, createRouter, type RouterHistory } from '@tanstack/react-router'
import { IconMapSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AuspexClient } from '@auspex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { describeFailure } from '../lib/api/failure.ts'
import { ErrorView } from '../ui/error-view.tsx'
import { LinkButton } from '../lib/links/link-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { isChunkError, createBackOff } from './connection/lazy-part.tsx'
import { useIsOnline } from './connection/offline-banner.tsx'
import { parsePlainSearch, stringifyPlainSearch } from '../lib/lists/search-params.ts'
import { routeTree } from '../routeTree.gen.ts'

const backOff = createBackOff(sessionStorage)

/** When loading failed, and how many milliseconds to wait before the next attempt; null after the last one. */
const readFailure = () => {
  const at = Date.now()
  return { at, pause: backOff.nextPause(at) }
}

interface ChunkErrorViewProps {
  /** Tries again; false if the server could not be reached. */
  onRetry: () => Promise<boolean>
  onCancel: () => void
}

/** A page whose code failed to load: it is retried with increasing delays, and immediately when the connection is back. */
export const ChunkErrorView = ({ onRetry, onCancel }: ChunkErrorViewProps) => {
  const isOnline = useIsOnline()
  const [failure, setFailure] = useState(readFailure)
  useEffect(() => backOff.countFailure(failure.at), [failure])
  const { pause } = failure
  const retry = useEffectEvent(async () => {
    const isReached = await onRetry()
    if (!isReached) setFailure(readFailure())
  })
  useEffect(() => {
    // a later failure has the same pause once it is the longest, and waits again
    if (!isOnline || failure.pause === null) return undefined
    const timer = setTimeout(() => void retry(), failure.pause)
    return () => clearTimeout(timer)
  }, [isOnline, failure])
  useEffect(() => {
    const tryNow = () => void retry()
    window.addEventListener('online', tryNow)
    return () => window.removeEventListener('online', tryNow)
  }, [])
  return (
    <ErrorView
      level={1}
      message={isOnline ? 'This page could not be loaded' : 'You are offline'}
      detail={describeRetry(isOnline, pause)}
      onRetry={() => void onRetry()}
      onReload={() => window.location.reload()}
      onCancel={onCancel}
    />
  )
}

const describeRetry = (isOnline: boolean, pauseMs: number | null): string => {
  if (!isOnline) return 'This page will open once you are back online.'
  if (pauseMs === null) return 'The app may have been updated since you opened it. Reload to get the new version.'
  return `Your connection may be weak. Trying again in ${pauseMs / 1000} seconds.`
}

/** Shown if rendering or loading a route failed. */
const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const goHome = () => void router.navigate({ to: '/' })
  if (isChunkError(error)) return <ChunkErrorView onRetry={reloadIfReachable} onCancel={goHome} />
  return (
    <ErrorView
      level={1}
      {...describeFailure(error)}
      onRetry={retry}
      onReload={() => window.location.reload()}
      onCancel={goHome}
    />
  )
}

const NotFoundView = () => (
  <EmptyState
    level={1}
    icon={<IconMapSearch size={22} aria-hidden />}
    title="Page not found"
    text="Check the address. The page may have been moved or deleted."
    action={<LinkButton to="/">Search a topic</LinkButton>}
  />
)

/**
 * Reloads the page to fetch its chunks again: browsers remember a module that failed to load for the lifetime of the page, so
 * another `import()` of it sends no request (Chromium 150 does, as the HTML standard requires). If the server does not respond,
 * the page stays and the result is false.
 */
const reloadIfReachable = async (): Promise<boolean> => {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' })
    if (ok) window.location.reload()
    return ok
  } catch {
    return false
  }
}

export interface RouterContext {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
}

export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultPreload: 'intent',
    // The query client decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundView,
    ...(history && { history }),
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
