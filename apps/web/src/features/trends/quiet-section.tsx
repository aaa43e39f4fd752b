import { Box, Stack } from '@mantine/core'
import type { PropsWithChildren } from 'react'
import { quietReason } from './topic-movers.ts'
import textStyles from '../../ui/text-styles.module.css'

/** Entries without content, in a few lines: sixteen empty cards would hide the two with content. */
export const QuietSection = ({ isFirst, children }: PropsWithChildren<{ isFirst: boolean }>) => (
  <Stack component="section" gap={10} mt={isFirst ? 0 : 32}>
    <Box component="h3" className={textStyles.title} fz={15.5}>
      Quiet
    </Box>
    <p className={textStyles.caption}>{quietReason}</p>
    {children}
  </Stack>
)
