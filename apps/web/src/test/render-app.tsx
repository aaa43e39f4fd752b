import { createClient } from '@auspex/sdk'
import { createMemoryHistory } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { App } from '../app/app.tsx'
import { ThemeProvider } from '../app/theme/theme-provider.tsx'
import { createQueryClient } from '../app/query-client.ts'
import { createAppRouter } from '../app/router.tsx'
import { createOperationEvents } from '../lib/api/api.tsx'

export const apiUrl = 'http://auspex.test/api'
export const assistantUrl = 'http://auspex.test/assistant'

interface RenderAppOptions {
  signOut?: () => Promise<void>
  signIn?: () => Promise<void>
  /** False for a reader without an account. */
  isSignedIn?: boolean
}

const nothing = async () => {}

interface OpenApp {
  readonly router: ReturnType<typeof createAppRouter>
  /** Aborts the app's current and future requests. */
  readonly end: () => void
}

const openApps = new Set<OpenApp>()

/**
 * Waits until no app is navigating: a navigation that is still running when the test environment is torn down would fail the
 * whole run. A load that never ends is abandoned after a second. Then requests of the apps are aborted: effects of a late
 * response, such as a setting stored in the browser, would leak into the next test.
 */
export const settleApps = async (): Promise<void> => {
  const apps = [...openApps]
  openApps.clear()
  const areIdle = () => expect(apps.filter(({ router }) => router.state.isLoading)).toEqual([])
  await waitFor(areIdle, { timeout: 1000 }).catch(() => undefined)
  for (const { end } of apps) end()
}

/** The whole app at an address, against the mocked API. Failures are not retried, so that tests do not wait. */
export const renderApp = (
  path: string,
  { signOut = nothing, signIn = nothing, isSignedIn = true }: RenderAppOptions = {},
) => {
  const operations = createOperationEvents()
  const testEnd = new AbortController()
  const client = createClient({
    baseUrl: apiUrl,
    fetch: (input, init) => {
      const signals = [init?.signal, input instanceof Request ? input.signal : null, testEnd.signal]
      return fetch(input, { ...init, signal: AbortSignal.any(signals.filter((signal) => signal != null)) })
    },
    retry: false,
    auth: { getToken: () => (isSignedIn ? 'token-of-mira' : undefined) },
    hooks: operations.hooks,
  })
  const queryClient = createQueryClient(client)
  const router = createAppRouter({ client, queryClient }, createMemoryHistory({ initialEntries: [path] }))
  openApps.add({ router, end: () => testEnd.abort() })
  const view = render(
    <ThemeProvider env="test">
      <App
        router={router}
        client={client}
        operations={operations}
        queryClient={queryClient}
        account={{ isSignedIn, signIn, signOut }}
        assistantUrl={assistantUrl}
      />
    </ThemeProvider>,
  )
  return { ...view, router, user: userEvent.setup(), location: () => router.state.location }
}
