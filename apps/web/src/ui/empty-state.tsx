import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
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

/** Nothing to show, why, and what to do next. */
export const EmptyState = ({ icon, title, text, action, level = 2 }: EmptyStateProps) => {
  const Heading = `h${level}` as const
  return (
    <Stack className={classes.empty} gap={10} align="center">
      {icon && <span className={`${surfaces.icon} ${surfaces.accent}`}>{icon}</span>}
      <Heading className={level === 1 ? classes.pageTitle : classes.title}>{title}</Heading>
      {text && (
        <Box className={textStyles.text} mb={6}>
          {text}
        </Box>
      )}
      {action}
    </Stack>
  )
}
