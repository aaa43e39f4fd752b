import { Button, Stack } from '@mantine/core'
import type { QueryEcho } from '@auspex/sdk'
import { Chip } from './chip.tsx'
import { useAsk } from './use-ask.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** The name that documents must hold besides the topic. */
export const NameChip = ({ query }: { query: QueryEcho }) => {
  const ask = useAsk(query)
  if (query.entity === null) return null
  return (
    <Chip
      label="Change the name"
      value={`naming ${query.entity}`}
      renderForm={(close) => (
        <Stack gap={12}>
          <p className={textStyles.text}>Only documents that name {query.entity} are counted.</p>
          <Button
            onClick={() => {
              close()
              ask({ entity: undefined })
            }}
          >
            Count all documents
          </Button>
        </Stack>
      )}
    />
  )
}
