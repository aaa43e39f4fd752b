import { Flex, Group, Box, Loader, Stack } from '@mantine/core'
import type { PropsWithChildren } from 'react'
import textStyles from './text-styles.module.css'

/** A full window with one centred element, outside of the shell. */
export const FullPage = ({ isBusy, children }: PropsWithChildren<{ isBusy?: boolean }>) => (
  <Flex component="main" mih="100dvh" p={24} align="center" justify="center" aria-busy={isBusy}>
    {children}
  </Flex>
)

/** Three signals rising under one arc, as the augurs framed a part of the sky to watch it; the sign-in page has the same mark. */
export const Wordmark = () => (
  <Group component="span" display="inline-flex" gap={10} c="var(--ink)" fz="lead" fw={680} lts="-0.02em">
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#6f4ee6" />
      <path d="M6.5 20a9.5 9.5 0 0 1 19 0" fill="none" stroke="#d3c8fb" strokeWidth="2" strokeLinecap="round" />
      <path d="M11 24v-4M16 24v-9M21 24v-6" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
    Auspex
  </Group>
)

/** Shown while the app loads, while it signs out, and if there is no user. */
export const LoadingScreen = ({ label = 'Loading' }: { label?: string }) => (
  <FullPage isBusy>
    <Stack gap={16} align="center" ta="center">
      <Wordmark />
      <Loader size="sm" type="dots" aria-hidden />
      <Box component="output" className={textStyles.quiet} m={0} fz="text">
        {label}
      </Box>
    </Stack>
  </FullPage>
)
