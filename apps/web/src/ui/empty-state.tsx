import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import textStyles from './text-styles.module.css'
import surfaces from './surfaces.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** The next step. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

/** Explains why there is nothing to show, and offers the next step. */
export const EmptyState = ({ icon, title, text, action, level = 2 }: EmptyStateProps) => {
  return (
    <Stack gap={10} align="center" maw={520} mx="auto" py={40} px={16} ta="center">
      {icon && <span className={`${surfaces.icon} ${surfaces.accent}`}>{icon}</span>}
      <Box component={`h${level}`} mt={level === 1 ? 4 : 0} fz={level === 1 ? 22 : 16} lh="inherit">
        {title}
      </Box>
      {text && (
        <Box className={textStyles.text} mb={6} style={{ textWrap: 'balance' }}>
          {text}
        </Box>
      )}
      {action}
    </Stack>
  )
}
