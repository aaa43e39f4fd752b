import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconBooks } from '@tabler/icons-react'
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
      <Box component={`h${level}`} mt={level === 1 ? 4 : 0} fz={level === 1 ? 'title' : 'lead'} lh="inherit">
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

interface EmptyLibraryProps {
  /** The page itself has the search form. */
  canSearchAbove?: boolean
  action: ReactNode
}

/** The empty state of a library, which explains how to add documents. */
export const EmptyLibrary = ({ canSearchAbove = false, action }: EmptyLibraryProps) => (
  <EmptyState
    level={3}
    icon={<IconBooks size={20} aria-hidden />}
    title="The library is empty"
    text={
      <Stack
        component="ol"
        gap={12}
        mt={4}
        ta="left"
        className={textStyles.bullets}
        style={{ listStyle: 'decimal', textWrap: 'pretty' }}
      >
        <li>
          <strong>Search a topic{canSearchAbove && ' above'}.</strong> Auspex searches every source it can reach and
          stores what it finds.
        </li>
        <li>
          <strong>Or import your own documents</strong> by running this on the server:
          <code className={`${textStyles.code} ${textStyles.command}`}>npm run import -- archive.jsonl.gz</code>
        </li>
        <li>
          <strong>Or look around with demo data</strong> by starting the server like this:
          <code className={`${textStyles.code} ${textStyles.command}`}>AUSPEX_SOURCES=demo npm start</code>
        </li>
      </Stack>
    }
    action={action}
  />
)
