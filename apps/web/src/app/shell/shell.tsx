import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useClient } from '../../lib/api.tsx'
import { accessRefusalOf } from '../../lib/access-refusal.ts'
import { describeFailure } from '../../lib/failure.ts'
import { FullPage } from '../../ui/full-page.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { DisabledView } from './disabled-view.tsx'
import { ShellFrame } from './shell-frame.tsx'
import { meOptions } from './shell.queries.ts'

const callbackPath = '/auth/login-callback'

/** The app around every page. It waits for the profile, except on the way back from signing in. */
export const Shell = () => {
  const { pathname } = useLocation()
  return pathname === callbackPath ? <Outlet /> : <ProfiledShell />
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
