import { Button, Group } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { accessRefusalOf, describeFailure } from '../../lib/api/failure.ts'
import { useAccount } from '../../lib/people/account.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { FullPage, LoadingScreen } from '../../ui/full-page.tsx'
import { DemoBanner, meOptions } from './demo-banner.tsx'
import { ShellFrame } from './shell-frame.tsx'

/** A full window for a person whose access was disabled: why, and who can restore it. It checks again only on request. */
const DisabledView = ({ error, isChecking, onRetry }: DisabledViewProps) => {
  const account = useAccount()
  const { message, detail } = describeFailure(error)
  return (
    <FullPage>
      <title>No access · Auspex</title>
      <EmptyState
        level={1}
        icon={<IconUserOff size={22} stroke={1.7} aria-hidden />}
        title={message}
        text={detail}
        action={
          <Group gap="xs" justify="center">
            <Button loading={isChecking} onClick={onRetry}>
              Try again
            </Button>
            <Button variant="default" onClick={() => void account.signOut()}>
              Sign out
            </Button>
          </Group>
        }
      />
    </FullPage>
  )
}

/** Pages without the frame: the sign-in callback, share and unsubscribe links, and a story being presented. */
const bareRoutes: ReadonlySet<string> = new Set([
  '/auth/login-callback',
  '/shared/$token',
  '/unsubscribe/$token',
  '/stories/$storyId_/present',
])

/** The app around every page. It waits for the profile, except on pages without the frame. */
export const Shell = () => {
  // The rendered routes, not the address: during a navigation the address is one page ahead, and a page without its frame fails.
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
  // Rendered in slices: the profile brings the first page with it, and updates of the query client otherwise render in one piece.
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

interface DisabledViewProps {
  error: unknown
  isChecking: boolean
  onRetry: () => void
}
