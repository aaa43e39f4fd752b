import { createClient } from '@auspex/sdk'
import { AssistantProvider } from '@auspex/sdk/assistant'
import { createRoot } from 'react-dom/client'
import { ProductPage } from './product-page.tsx'

// Your app has its own sign-in; here the token is in the URL fragment, which is not sent to any server.
const client = createClient({ baseUrl: '/api', auth: { getToken: () => location.hash.slice(1) } })
const root = document.querySelector('#root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <AssistantProvider client={client} runtimeUrl="/assistant">
    <ProductPage />
  </AssistantProvider>,
)
