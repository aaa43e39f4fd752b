import { createContext, type PropsWithChildren, use } from 'react'

/** What can be saved in a portfolio: a signal, or a term that is measured first. */
export type Savable = { readonly title: string } & (
  | { readonly signalId: string }
  | { readonly term: string; readonly geo?: string | undefined }
)

interface SaveSignals {
  /** Saves in the portfolio that was used last; asks which one when there is none. */
  readonly save: (signals: readonly Savable[]) => void
  /** Asks which portfolio, then saves. */
  readonly choose: (signals: readonly Savable[]) => void
}

const SaveContext = createContext<SaveSignals | null>(null)

export const SaveSignalsProvider = ({ value, children }: PropsWithChildren<{ value: SaveSignals }>) => (
  <SaveContext value={value}>{children}</SaveContext>
)

export const useSaveSignals = (): SaveSignals => {
  const save = use(SaveContext)
  if (!save) throw new Error('useSaveSignals needs a SaveSignalsProvider above it')
  return save
}

/** Marks the buttons that save, so that the key finds them. */
export const saveMark = { 'data-save': '' } as const

/** What the key does: it presses the button that saves in the row with the focus, else the first of the page. */
export const pressSave = (): void => {
  const row = document.activeElement?.closest('li, tr')
  const button =
    row?.querySelector<HTMLElement>('[data-save]') ?? document.querySelector<HTMLElement>('[data-save-page]')
  button?.click()
}
