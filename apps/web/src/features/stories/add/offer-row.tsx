import { Button } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import type { CardOffer } from '../../../lib/dialog-request.tsx'
import { kindWords } from '../../../lib/cards/card-words.ts'
import type { OfferState } from './use-add-offer.ts'
import classes from './add.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface OfferRowProps {
  offer: CardOffer
  state: OfferState | undefined
  /** It has the focus when the dialog opens. */
  isFirst: boolean
  onAdd: () => void
  onUndo: () => void
}

/** Something that can become a card, and whether it has. One button adds and takes back, so that the focus stays on it. */
export const OfferRow = ({ offer: { label, content }, state, isFirst, onAdd, onUndo }: OfferRowProps) => {
  const isAdded = state?.status === 'added'
  return (
    <li className={classes.offer}>
      <span className={classes.words}>
        <span className={textStyles.breakable}>{label}</span>{' '}
        <span className={textStyles.caption}>{kindWords[content.kind]}</span>
      </span>
      <output className={`${textStyles.caption} ${classes.added}`}>
        {isAdded && (
          <>
            <IconCheck size={15} stroke={2} aria-hidden /> Added
          </>
        )}
      </output>
      <Button
        size="compact-sm"
        variant={isAdded ? 'subtle' : 'light'}
        aria-label={isAdded ? `Undo: ${label}` : `Add ${label}`}
        leftSection={isAdded ? undefined : <IconPlus size={14} stroke={2} aria-hidden />}
        loading={state?.status === 'adding'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list comes after the dialog has opened, and a press of Enter adds
        autoFocus={isFirst}
        onClick={isAdded ? onUndo : onAdd}
      >
        {isAdded ? 'Undo' : 'Add'}
      </Button>
      {state?.status === 'failed' && (
        <p className={`${textStyles.fault} ${classes.reason}`} role="alert">
          {state.reason}
        </p>
      )}
    </li>
  )
}
