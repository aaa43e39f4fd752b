import { createClient } from '@auspex/sdk'
import { AuspexProvider, createQueryClientDefaults } from '@auspex/sdk/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { SearchPage } from './search-page.tsx'

// Your app has its own sign-in; here the token is in the URL fragment, which is not sent to any server.
const client = createClient({ baseUrl: '/api', auth: { getToken: () => location.hash.slice(1) } })
const queries = new QueryClient({ defaultOptions: createQueryClientDefaults() })
const root = document.querySelector('#root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <AuspexProvider client={client}>
    <QueryClientProvider client={queries}>
      <SearchPage />
    </QueryClientProvider>
  </AuspexProvider>,
)
