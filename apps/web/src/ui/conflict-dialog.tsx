import { Button, Group, Modal, Stack } from '@mantine/core'
import classes from './components.module.css'
import textStyles from './text-styles.module.css'

/** A field that both versions have. */
export interface ConflictField {
  readonly label: string
  readonly yours: string
  readonly theirs: string
}

interface ConflictDialogProps {
  /** What was changed: "this portfolio". */
  noun: string
  fields: readonly ConflictField[]
  isPending: boolean
  onKeepYours: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions after somebody else changed the same thing, and asks which to keep. Nothing is lost before the person chooses. */
export const ConflictDialog = ({
  noun,
  fields,
  isPending,
  onKeepYours,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) => (
  <Modal
    opened
    onClose={onClose}
    title={`Someone else changed this ${noun} in the meantime`}
    size={560}
    radius="lg"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Stack gap={18}>
      <p className={textStyles.text}>Nothing has been saved yet. Choose which version to keep.</p>
      <table className={classes.versions}>
        <thead>
          <tr>
            <th scope="col">
              <span className={textStyles.hidden}>What</span>
            </th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, yours, theirs }) => (
            <tr key={label} data-same={yours === theirs}>
              <th scope="row">{label}</th>
              <td>{yours}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs">
        <Button loading={isPending} onClick={onKeepYours} data-autofocus>
          Keep yours
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </Group>
    </Stack>
  </Modal>
)
