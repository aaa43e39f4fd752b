import type { User } from 'oidc-client-ts'
import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Boot } from './boot.ts'
import type { Session } from './session.ts'
import type { SessionError } from './session-errors.ts'

/** The signed-in person, for components. */
export interface SignedIn {
  /** Null for a reader of a public page who is not signed in. */
  readonly user: User | null
  signIn(): Promise<void>
  signOut(): Promise<void>
}

const SessionContext = createContext<SignedIn | null>(null)

export interface SessionProviderProps {
  /** Created at module level, outside components. */
  session: Session
  /** Shown until it is known who is signed in, and while the browser leaves for the provider. */
  loading?: ReactNode
  /** Shown when signing in failed. */
  failure(error: SessionError, retry: () => void): ReactNode
  children?: ReactNode
}

/** Renders its children once somebody is signed in; nobody sees them before. */
export const SessionProvider = ({ session, loading = null, failure, children }: SessionProviderProps): ReactNode => {
  const [boot, setBoot] = useState<Boot | null>(null)
  useEffect(() => {
    let isShown = true
    void session.start().then((result) => isShown && setBoot(result))
    return () => {
      isShown = false
    }
  }, [session])
  const first = boot?.kind === 'ready' ? boot.user : null
  const user = useCurrentUser(session, first)
  const value = useMemo(() => ({ user, signIn: session.signIn, signOut: session.signOut }), [session, user])
  if (boot?.kind === 'error') return failure(boot.error, () => void session.signIn())
  if (boot?.kind !== 'ready' && boot?.kind !== 'anonymous') return loading
  return createElement(SessionContext.Provider, { value }, children)
}

/** The person, whose claims and tokens change with each renewal. */
const useCurrentUser = ({ manager }: Session, first: User | null): User | null => {
  const [store] = useState(() => ({ user: null as User | null }))
  const subscribe = useCallback(
    (onChange: () => void) =>
      manager.events.addUserLoaded((user) => {
        store.user = user
        onChange()
      }),
    [manager, store],
  )
  return useSyncExternalStore(
    subscribe,
    () => store.user ?? first,
    () => first,
  )
}

/**
 * The signed-in person, below a `SessionProvider`, which shows its children to nobody else.
 * @throws {TypeError} for a reader of a public page (`isPublic`) who is not signed in: there, use the `user` of `useSession`
 */
export const useUser = (): User => {
  const { user } = useSession()
  if (user === null) throw new TypeError('useUser needs somebody who is signed in: on a public page, use useSession')
  return user
}

/** The signed-in person, if any, and how to sign in and out. Below a `SessionProvider` only. */
export const useSession = (): SignedIn => {
  const session = useContext(SessionContext)
  if (session === null) throw new TypeError('useSession needs a <SessionProvider> above it')
  return session
}
