import { createContext, type PropsWithChildren, use } from 'react'

/** What screens can read from the session; they never see tokens. */
export interface Account {
  /** False for a reader of a share link without an account; everything else requires one. */
  readonly isSignedIn: boolean
  /** Redirects to the identity provider, which returns to the current page. */
  signIn(): Promise<void>
  signOut(): Promise<void>
}

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = ({ account, children }: PropsWithChildren<{ account: Account }>) => (
  <AccountContext value={account}>{children}</AccountContext>
)

export const useAccount = (): Account => {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount needs an AccountProvider above it')
  return account
}
