import { Button, CloseButton } from '@mantine/core'
import type { ExportFormat } from '@auspex/sdk'
import type { ExportState } from './use-export.ts'
import classes from './export-progress.module.css'
import textStyles from '../ui/text-styles.module.css'

interface ExportProgressProps {
  state: ExportState
  /** What people call the formats. */
  names: Readonly<Partial<Record<ExportFormat, string>>>
  onDismiss: () => void
  onRetry: (format: ExportFormat) => void
}

/** How far the making of a file is, below the button that began it. */
export const ExportProgress = ({ state, names, onDismiss, onRetry }: ExportProgressProps) => (
  <output className={`${textStyles.detail} ${classes.progress}`} data-status={state.status}>
    {state.status === 'making' && `Making the ${names[state.format]}…`}
    {state.status === 'saved' && (
      <>
        Saved {state.fileName} <CloseButton size="xs" aria-label="Hide this note" onClick={onDismiss} />
      </>
    )}
    {state.status === 'failed' && (
      <>
        {state.reason}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => onRetry(state.format)}>
          Try again
        </Button>
      </>
    )}
  </output>
)
