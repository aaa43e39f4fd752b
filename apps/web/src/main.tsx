import './app/theme/styles.ts'
import { createClient } from '@auspex/sdk'
import {
  boot,
  cancelSignIn,
  createTokenProvider,
  IdentityManager,
  recordAutomaticRetry,
  retriesAutomatically,
  type SessionError,
  signIn,
  signOut,
  translateError,
} from '@auspex/sdk/auth/browser'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider } from 'react-oidc-context'
import { App } from './app/app.tsx'
import { AuthenticationError, UnreachableServer } from './app/start-failures.tsx'
import { nameChunkErrors } from './app/connection/lazy-part.tsx'
import { loadConfig, UnreachableServerError, type WebConfig } from './app/config.ts'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.tsx'
import { ThemeProvider } from './app/theme/theme-provider.tsx'
import { createOperationEvents } from './lib/api/api.tsx'
import { LoadingScreen } from './ui/full-page.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container)

const render = (screen: ReactNode) =>
  root.render(
    <StrictMode>
      <ThemeProvider>{screen}</ThemeProvider>
    </StrictMode>,
  )

const renderApp = (config: WebConfig, manager: IdentityManager, isSignedIn = true) => {
  const operations = createOperationEvents()
  const client = createClient({
    baseUrl: config.apiBaseUrl,
    // a reader of a share link without an account has no token, and is not redirected to get one
    ...(isSignedIn && { auth: createTokenProvider(manager) }),
    hooks: operations.hooks,
  })
  const queryClient = createQueryClient(client)
  const router = createAppRouter({ client, queryClient })
  const account = {
    isSignedIn,
    signIn: () => {
      render(<LoadingScreen label="Signing in" />)
      return signIn(manager)
    },
    signOut: () => {
      render(<LoadingScreen label="Signing out" />)
      return signOut(manager)
    },
  }
  render(
    // Only a view of the session: the manager renews, and boot has already handled the callback.
    <AuthProvider userManager={manager} skipSigninCallback>
      <App
        router={router}
        client={client}
        operations={operations}
        queryClient={queryClient}
        account={account}
        assistantUrl={config.assistantUrl ?? '/assistant'}
      />
    </AuthProvider>,
  )
}

/** Renders a failed sign-in: it is retried, automatically the first time, or cancelled. */
const renderFailedSignIn = (manager: IdentityManager, { code, message }: SessionError) => {
  const tryAgain = () =>
    void signIn(manager).catch((error: unknown) => renderFailedSignIn(manager, translateError(error)))
  const retryAutomatically = () => {
    recordAutomaticRetry()
    tryAgain()
  }
  render(
    <AuthenticationError
      reason={message}
      onRetry={tryAgain}
      onCancel={() => cancelSignIn()}
      onWait={retriesAutomatically(code) ? retryAutomatically : undefined}
    />,
  )
}

/** The session is determined before the app renders, so that rendering twice cannot use a code or a token twice. */
const start = async () => {
  const config = await loadConfig()
  // share and unsubscribe links are read without an account
  const isPublic = (pathname: string) => /^\/(shared|unsubscribe)\//.test(pathname)
  const manager = new IdentityManager({ ...config, isPublic })
  const result = await boot(manager)
  switch (result.kind) {
    case 'ready':
      return renderApp(config, manager)
    case 'anonymous':
      return renderApp(config, manager, false)
    case 'leaving':
      return render(<LoadingScreen label="Signing in" />)
    case 'signed-out':
      return render(<LoadingScreen label="Signing out" />)
    case 'iframe':
      return undefined
    case 'error':
      return renderFailedSignIn(manager, result.error)
  }
}

nameChunkErrors()
if (window.self === window.top) render(<LoadingScreen />)
start().catch((error: unknown) => {
  if (!navigator.onLine) window.addEventListener('online', () => window.location.reload())
  if (navigator.onLine && error instanceof UnreachableServerError) return render(<UnreachableServer />)
  const reason = error instanceof Error ? error.message : String(error)
  return render(
    <AuthenticationError
      reason={navigator.onLine ? reason : 'You are offline. The app will open once you are back online.'}
    />,
  )
})
