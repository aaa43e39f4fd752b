import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { FullPage } from '../../ui/full-page.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
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
  if (data)
    return (
      <ShellFrame user={data}>
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
