import { Flex } from '@mantine/core'
import type { PropsWithChildren } from 'react'

/** A full window with one centred element, outside of the shell. */
export const FullPage = ({ isBusy, children }: PropsWithChildren<{ isBusy?: boolean }>) => (
  <Flex component="main" mih="100dvh" p={24} align="center" justify="center" aria-busy={isBusy}>
    {children}
  </Flex>
)
