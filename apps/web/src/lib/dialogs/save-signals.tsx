import { createContext, type PropsWithChildren, use } from 'react'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useModules } from '../people/modules.ts'

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
const saveMark = { 'data-save': '' } as const

/** The action of the shortcut: presses the save button of the focused row, or else the first on the page. */
export const pressSave = (): void => {
  const row = document.activeElement?.closest('li, tr')
  const button =
    row?.querySelector<HTMLElement>('[data-save]') ?? document.querySelector<HTMLElement>('[data-save-page]')
  button?.click()
}

/** Saves the subject of a page with one click, to the portfolio used last. The message that follows leads to the others. */
export const SaveButton = ({ signals }: { signals: readonly Savable[] }) => {
  const { save } = useSaveSignals()
  const isOn = useModules()('portfolios')
  if (!isOn) return null
  return (
    <Tooltip label="Save to a portfolio (S)">
      <Button
        variant="default"
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        aria-keyshortcuts="s"
        data-save-page
        onClick={() => save(signals)}
      >
        Save
      </Button>
    </Tooltip>
  )
}

/** Saves one item of a list. */
export const SaveIcon = ({ signal }: { signal: Savable }) => {
  const { save } = useSaveSignals()
  const isOn = useModules()('portfolios')
  if (!isOn) return null
  return (
    <Tooltip label="Save to a portfolio (S)">
      <ActionIcon
        size="md"
        aria-label={`Save ${signal.title}`}
        data-beside
        {...saveMark}
        onClick={() => save([signal])}
      >
        <IconBookmarkPlus size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
