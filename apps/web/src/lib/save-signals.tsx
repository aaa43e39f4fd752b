import { createContext, type PropsWithChildren, use } from 'react'

/** Something that can be saved in a portfolio: a signal, or a term that has to be measured first. */
export type Savable = { readonly title: string } & (
  | { readonly signalId: string }
  | { readonly term: string; readonly geo?: string | undefined }
)

interface SaveSignals {
  /** Saves to the portfolio used last; asks for one if there is none. */
  readonly save: (signals: readonly Savable[]) => void
  /** Asks for a portfolio, then saves. */
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

/** Marks the buttons that save, so that the keyboard shortcut finds them. */
export const saveMark = { 'data-save': '' } as const

/** The action of the shortcut: presses the save button of the focused row, or else the first on the page. */
export const pressSave = (): void => {
  const row = document.activeElement?.closest('li, tr')
  const button =
    row?.querySelector<HTMLElement>('[data-save]') ?? document.querySelector<HTMLElement>('[data-save-page]')
  button?.click()
}
