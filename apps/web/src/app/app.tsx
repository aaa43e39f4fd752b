import type { AuspexClient } from '@auspex/sdk'
import { AssistantProvider } from '@auspex/sdk/assistant'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type Account, AccountProvider } from '../lib/people/account.tsx'
import { ApiProvider, type OperationEvents } from '../lib/api/api.tsx'
import type { AppRouter } from './router.tsx'

interface AppProps {
  router: AppRouter
  client: AuspexClient
  operations: OperationEvents
  queryClient: QueryClient
  account: Account
  /** The address of the Zeus service. */
  assistantUrl: string
}

/** The signed-in app. All its dependencies are injected, so that tests can pass their own. */
export const App = ({ router, client, operations, queryClient, account, assistantUrl }: AppProps) => (
  <QueryClientProvider client={queryClient}>
    <ApiProvider client={client} operations={operations}>
      <AccountProvider account={account}>
        <AssistantProvider client={client} runtimeUrl={assistantUrl}>
          <RouterProvider router={router} />
        </AssistantProvider>
      </AccountProvider>
    </ApiProvider>
  </QueryClientProvider>
)
