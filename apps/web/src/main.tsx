import './app/theme/styles.ts'
import { createClient } from '@auspex/sdk'
import {
  boot,
  type Boot,
  cancelSignIn,
  createTokenProvider,
  hasStoredSession,
  type IdentityManager,
  openStoredSession,
  recordAutomaticRetry,
  retriesAutomatically,
  type SessionConfig,
  type SessionError,
  signIn,
  signOut,
  type TokenProvider,
  translateError,
} from '@auspex/sdk/auth/browser'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
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

/** `auth` is null for a reader of a share link without an account, who is not redirected to get a token. */
const renderApp = (config: WebConfig, getManager: GetManager, auth: TokenProvider | null) => {
  const operations = createOperationEvents()
  const client = createClient({ baseUrl: config.apiBaseUrl, ...(auth && { auth }), hooks: operations.hooks })
  const queryClient = createQueryClient(client)
  const router = createAppRouter({ client, queryClient })
  const account = {
    isSignedIn: auth !== null,
    signIn: async () => {
      render(<LoadingScreen label="Signing in" />)
      return signIn(await getManager())
    },
    signOut: async () => {
      render(<LoadingScreen label="Signing out" />)
      return signOut(await getManager())
    },
  }
  render(
    <App
      router={router}
      client={client}
      operations={operations}
      queryClient={queryClient}
      account={account}
      assistantUrl={config.assistantUrl ?? '/assistant'}
    />,
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

type GetManager = () => Promise<IdentityManager>

/** The one manager of the page, whose library is loaded when it is first needed: two would use the same refresh token twice. */
const createManagerOnce = (config: SessionConfig): GetManager => {
  let manager: Promise<IdentityManager> | undefined
  return () =>
    (manager ??= import('./app/identity-manager.ts').then(
      ({ IdentityManager: Manager }) => new Manager(config),
      (error: unknown) => {
        manager = undefined
        throw error
      },
    ))
}

/** The session is determined before the app renders, so that rendering twice cannot use a code or a token twice. */
const start = async () => {
  // beside the configuration, where both are needed
  if (!hasStoredSession()) void import('./app/identity-manager.ts').catch(() => undefined)
  const config = await loadConfig()
  // share and unsubscribe links are read without an account
  const isPublic = (pathname: string) => /^\/(shared|unsubscribe)\//.test(pathname)
  const settings = { ...config, isPublic }
  const getManager = createManagerOnce(settings)
  const storedSession = openStoredSession(settings, async () => {
    const manager = await getManager()
    const result = await boot(manager)
    // the app is on the screen already
    if (result.kind !== 'ready') renderBoot(config, manager, result)
    return manager
  })
  if (storedSession) return renderApp(config, getManager, storedSession)
  const manager = await getManager()
  return renderBoot(config, manager, await boot(manager))
}

const renderBoot = (config: WebConfig, manager: IdentityManager, result: Boot) => {
  const getManager = async () => manager
  switch (result.kind) {
    case 'ready':
      return renderApp(config, getManager, createTokenProvider(manager))
    case 'anonymous':
      return renderApp(config, getManager, null)
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
