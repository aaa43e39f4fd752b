import { Button, Flex } from '@mantine/core'
import type { RecentSearch } from '@auspex/sdk'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { useRestoreRecentSearches } from './explore.queries.ts'
import surfaces from '../../ui/surfaces.module.css'

interface UndoClearProps {
  cleared: readonly RecentSearch[]
  onDone: () => void
}

/** The searches are gone on the server; undo saves them again. */
export const UndoClear = ({ cleared, onDone }: UndoClearProps) => {
  const restore = useRestoreRecentSearches(useClient())
  return (
    <Flex
      component="output"
      className={surfaces.panel}
      py={12}
      px={16}
      fz={14}
      gap={16}
      align="center"
      justify="space-between"
    >
      <span>
        {formatPlural(cleared.length, 'search', 'searches')} cleared.
        {restore.error && ` ${describeFailure(restore.error).message}.`}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={restore.isPending}
        onClick={() => restore.mutate(cleared, { onSuccess: onDone })}
      >
        Undo
      </Button>
    </Flex>
  )
}
