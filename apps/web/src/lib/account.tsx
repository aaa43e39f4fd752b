import { createContext, type PropsWithChildren, use } from 'react'

/** What the screens may ask of the session; they never see tokens. */
export interface Account {
  /** False for whoever reads a share link without an account; everything else needs one. */
  readonly isSignedIn: boolean
  /** Leaves the page for the provider, and comes back to it. */
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
