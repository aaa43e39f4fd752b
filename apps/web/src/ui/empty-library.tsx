import { Stack } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import textStyles from './text-styles.module.css'

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
          <strong>Search a topic{canSearchAbove && ' above'}.</strong> Auspex asks every source that it can reach and
          keeps what they send.
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
