import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import fullPage from '../../ui/full-page.module.css'
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
      <main className={fullPage.page}>
        <ErrorView
          level={1}
          {...describeFailure(error)}
          onRetry={() => void refetch()}
          onReload={() => window.location.reload()}
          autoAction={{ label: 'Trying again', run: () => void refetch() }}
        />
      </main>
    )
  return <LoadingScreen />
}
