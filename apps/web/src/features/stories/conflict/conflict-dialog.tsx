import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './conflict.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ConflictChoice {
  readonly label: string
  readonly choose: () => void
}

interface ConflictDialogProps {
  /** What two people changed: "the title". */
  subject: string
  mine: ReactNode
  /** Null when it was deleted. */
  theirs: ReactNode | null
  /** The first is the one that loses nothing. */
  choices: readonly ConflictChoice[]
  onClose: () => void
}

/** Two versions of the same thing beside each other. Nothing is stored over the other before one was chosen. */
export const ConflictDialog = ({ subject, mine, theirs, choices, onClose }: ConflictDialogProps) => (
  <Modal
    opened
    radius="lg"
    onClose={onClose}
    size={760}
    title={
      theirs === null
        ? `Somebody else deleted ${subject} while you changed it`
        : `Somebody else changed ${subject} while you did`
    }
    closeButtonProps={{ 'aria-label': 'Decide later' }}
  >
    <p className={textStyles.soft}>Nothing is lost: both versions are here. Choose which one the story keeps.</p>
    <div className={classes.versions}>
      <section aria-label="Yours">
        <h3 className={textStyles.eyebrow}>Yours</h3>
        <div className={`${surfaces.panel} ${classes.version}`}>{mine}</div>
      </section>
      {theirs !== null && (
        <section aria-label="Stored now">
          <h3 className={textStyles.eyebrow}>Stored now</h3>
          <div className={`${surfaces.panel} ${classes.version}`}>{theirs}</div>
        </section>
      )}
    </div>
    <Group gap="xs" mt={20}>
      {choices.map(({ label, choose }, index) => (
        <Button key={label} variant={index === 0 ? 'filled' : 'default'} onClick={choose}>
          {label}
        </Button>
      ))}
    </Group>
  </Modal>
)
