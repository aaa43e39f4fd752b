import { Box, Loader, Stack } from '@mantine/core'
import { FullPage } from './full-page.tsx'
import { Wordmark } from './wordmark.tsx'
import textStyles from './text-styles.module.css'

/** Shown while the app loads, while it signs out, and if there is no user. */
export const LoadingScreen = ({ label = 'Loading' }: { label?: string }) => (
  <FullPage isBusy>
    <Stack gap={16} align="center" ta="center">
      <Wordmark />
      <Loader size="sm" type="dots" aria-hidden />
      <Box component="output" className={textStyles.quiet} m={0} fz={14}>
        {label}
      </Box>
    </Stack>
  </FullPage>
)
