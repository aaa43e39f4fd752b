import { Button, CloseButton } from '@mantine/core'
import classes from './components.module.css'
import textStyles from './text-styles.module.css'

/** The progress of a file export. */
export type ExportStep<Format extends string> =
  | { readonly status: 'idle' }
  | { readonly status: 'making'; readonly format: Format }
  | { readonly status: 'saved'; readonly format: Format; readonly fileName: string }
  | { readonly status: 'failed'; readonly format: Format; readonly reason: string }

interface ExportProgressProps<Format extends string> {
  state: ExportStep<Format>
  /** The names of the formats. */
  names: Readonly<Partial<Record<Format, string>>>
  onDismiss: () => void
  onRetry: (format: Format) => void
}

/** The progress or result of a requested file, below its button. */
export const ExportProgress = <Format extends string>({
  state,
  names,
  onDismiss,
  onRetry,
}: ExportProgressProps<Format>) => (
  <output className={`${textStyles.detail} ${classes.progress}`} data-status={state.status}>
    {state.status === 'making' && `Making the ${names[state.format] ?? 'file'}…`}
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
