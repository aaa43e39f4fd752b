import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBookmarkPlus, IconChevronDown } from '@tabler/icons-react'
import { useModules } from './modules.ts'
import { type Savable, saveMark, useSaveSignals } from './save-signals.tsx'

/** Saves the subject of a page with one click; the arrow asks for a portfolio. */
export const SaveButton = ({ signals }: { signals: readonly Savable[] }) => {
  const { save, choose } = useSaveSignals()
  const isOn = useModules()('portfolios')
  if (!isOn) return null
  return (
    <Button.Group>
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
      <Tooltip label="Choose a portfolio">
        <Button
          variant="default"
          px={7}
          aria-label="Choose a portfolio"
          aria-haspopup="dialog"
          onClick={() => choose(signals)}
        >
          <IconChevronDown size={15} aria-hidden />
        </Button>
      </Tooltip>
    </Button.Group>
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
