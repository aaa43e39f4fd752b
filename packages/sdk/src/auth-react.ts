/** Signing people in in a React app. */
export {
  SessionProvider,
  type SessionProviderProps,
  useSession,
  useUser,
  type SignedIn,
} from './session/session-provider.ts'
