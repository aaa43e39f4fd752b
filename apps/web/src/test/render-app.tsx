import { createClient } from '@auspex/sdk'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '../app/app.tsx'
import { createQueryClient } from '../app/query-client.ts'
import { createAppRouter } from '../app/router.ts'
import { ThemeProvider } from '../app/theme-provider.tsx'

export const apiUrl = 'http://auspex.test/api'

interface RenderAppOptions {
  signOut?: () => Promise<void>
}

/** The whole app at an address, against the mocked API. Failures are not retried, so that tests do not wait. */
export const renderApp = (path: string, { signOut = async () => {} }: RenderAppOptions = {}) => {
  const client = createClient({ baseUrl: apiUrl, retry: false, auth: { getToken: () => 'token-of-mira' } })
  const queryClient = createQueryClient()
  const router = createAppRouter({ client, queryClient }, createMemoryHistory({ initialEntries: [path] }))
  const view = render(
    <ThemeProvider>
      <App router={router} client={client} queryClient={queryClient} account={{ signOut }} />
    </ThemeProvider>,
  )
  return { ...view, router, user: userEvent.setup(), location: () => router.state.location }
}
