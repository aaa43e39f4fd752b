import type { AuspexClient } from '@auspex/sdk'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type Account, AccountProvider } from '../lib/account.tsx'
import { ApiProvider } from '../lib/api.tsx'
import type { OperationEvents } from '../lib/operation-events.ts'
import type { AppRouter } from './router.ts'

interface AppProps {
  router: AppRouter
  client: AuspexClient
  operations: OperationEvents
  queryClient: QueryClient
  account: Account
}

/** The signed-in app. Everything it stands on is handed in, so that a test can hand in its own. */
export const App = ({ router, client, operations, queryClient, account }: AppProps) => (
  <QueryClientProvider client={queryClient}>
    <ApiProvider client={client} operations={operations}>
      <AccountProvider account={account}>
        <RouterProvider router={router} />
      </AccountProvider>
    </ApiProvider>
  </QueryClientProvider>
)
