import { Button, Popover, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { describeFailure } from '../../lib/failure.ts'
import { useDeleteSpace } from './context-space.queries.ts'

/** Deletes the map after a second word, because what was added and taken away cannot be brought back by drawing it anew. */
export const DeleteSpace = ({ signalId, id }: { signalId: string; id: string }) => {
  const { mutate, isPending, error } = useDeleteSpace(signalId)
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus withRoles>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="sm" leftSection={<IconTrash size={15} aria-hidden />}>
          Delete
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Delete the map">
        <Text size="sm" mb="sm">
          {error
            ? `${describeFailure(error).message}. Nothing was deleted.`
            : 'The map is deleted, with everything you added to or removed from it. The report and its documents stay.'}
        </Text>
        <Button color="red" size="xs" loading={isPending} onClick={() => mutate(id)}>
          Delete the map
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
