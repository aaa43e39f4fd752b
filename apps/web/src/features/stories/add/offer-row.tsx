import { Button } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import type { CardOffer } from '../../../lib/dialog-request.tsx'
import { kindWords } from '../cards/card-words.ts'
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

/** Something that can become a card, and whether it has. */
export const OfferRow = ({ offer: { label, content }, state, isFirst, onAdd, onUndo }: OfferRowProps) => (
  <li className={classes.offer}>
    <span className={classes.words}>
      <span className={textStyles.breakable}>{label}</span>
      <span className={textStyles.caption}>{kindWords[content.kind]}</span>
    </span>
    {state?.status === 'added' ? (
      <>
        <output className={`${textStyles.caption} ${classes.added}`}>
          <IconCheck size={15} stroke={2} aria-hidden /> Added
        </output>
        <Button size="compact-sm" variant="subtle" aria-label={`Undo: ${label}`} onClick={onUndo}>
          Undo
        </Button>
      </>
    ) : (
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`Add ${label}`}
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        loading={state?.status === 'adding'}
        data-autofocus={isFirst || undefined}
        onClick={onAdd}
      >
        Add
      </Button>
    )}
    {state?.status === 'failed' && (
      <p className={`${textStyles.fault} ${classes.reason}`} role="alert">
        {state.reason}
      </p>
    )}
  </li>
)
