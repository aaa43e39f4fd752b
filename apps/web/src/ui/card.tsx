import { Box } from '@mantine/core'
import type { PropsWithChildren } from 'react'
import surfaces from './surfaces.module.css'

/** A surface on the page. */
export const Card = ({ padded = true, children }: PropsWithChildren<{ padded?: boolean }>) => (
  <Box className={surfaces.panel} p={padded ? 'var(--card-padding)' : undefined}>
    {children}
  </Box>
)
