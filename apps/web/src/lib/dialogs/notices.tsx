import { createContext, type PropsWithChildren, use } from 'react'

/** An action offered by a notice, such as undoing what it reports. */
export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

/** Shows the person, in a sentence, what was done or why it was not. */
export type Tell = (text: string, actions?: readonly NoticeAction[]) => void

const NoticeContext = createContext<Tell | null>(null)

export const NoticeProvider = ({ tell, children }: PropsWithChildren<{ tell: Tell }>) => (
  <NoticeContext value={tell}>{children}</NoticeContext>
)

export const useTell = (): Tell => {
  const tell = use(NoticeContext)
  if (!tell) throw new Error('useTell needs a NoticeProvider above it')
  return tell
}
