import { createContext, type PropsWithChildren, use } from 'react'

/** What the screens may ask of the session; they never see tokens. */
export interface Account {
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
