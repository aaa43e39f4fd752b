import { Button, Stack } from '@mantine/core'
import textStyles from './text-styles.module.css'

/** A part of a screen that could not be loaded: why, and a retry button. */
export const SmallFailure = ({ words, onRetry }: { words: string; onRetry: () => void }) => (
  <Stack role="alert" gap={10} align="flex-start">
    <p className={textStyles.detail}>{words}</p>
    <Button size="xs" variant="default" onClick={onRetry}>
      Try again
    </Button>
  </Stack>
)
