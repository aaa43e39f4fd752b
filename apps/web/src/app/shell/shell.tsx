import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useClient } from '../../lib/api.tsx'
import { accessRefusalOf } from '../../lib/access-refusal.ts'
import { describeFailure } from '../../lib/failure.ts'
import { FullPage } from '../../ui/full-page.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { DisabledView } from './disabled-view.tsx'
import { ShellFrame } from './shell-frame.tsx'
import { meOptions } from './shell.queries.ts'

/** Pages that stand alone: on the way back from signing in, behind a share link, and while a story is presented. */
const bareRoutes: ReadonlySet<string> = new Set([
  '/auth/login-callback',
  '/shared/$token',
  '/stories/$storyId_/present',
])

/** The app around every page. It waits for the profile, except where a page stands alone. */
export const Shell = () => {
  // What is drawn below, not the address: during a navigation that is a page ahead, and a page without its frame fails.
  const isBare = useMatches({ select: (matches) => matches.some(({ routeId }) => bareRoutes.has(routeId)) })
  return isBare ? (
    <>
      <DemoBanner />
      <Outlet />
    </>
  ) : (
    <ProfiledShell />
  )
}

const ProfiledShell = () => {
  const client = useClient()
  const { data, error, refetch, isFetching } = useQuery(meOptions(client))
  // In slices: the profile brings the first page with it, and what the query client brings is drawn in one piece otherwise.
  const user = useDeferredValue(data)
  if (accessRefusalOf(error) === 'identity.disabled')
    return <DisabledView error={error} isChecking={isFetching} onRetry={() => void refetch()} />
  if (user)
    return (
      <ShellFrame user={user}>
        <Outlet />
      </ShellFrame>
    )
  if (error && !isFetching)
    return (
      <FullPage>
        <ErrorView
          level={1}
          {...describeFailure(error)}
          onRetry={() => void refetch()}
          onReload={() => window.location.reload()}
          autoAction={{ label: 'Trying again', run: () => void refetch() }}
        />
      </FullPage>
    )
  return <LoadingScreen />
}
