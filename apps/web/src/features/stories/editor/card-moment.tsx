import { Button, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconSnowflake } from '@tabler/icons-react'
import type { StoryCard } from '@auspex/sdk'
import { formatInstant } from '../../../lib/format.ts'
import { isMeasured, nameOf } from '../cards/card-words.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface CardMomentProps {
  card: StoryCard
  onFreeze: (frozen: boolean) => void
}

/** Whether a card is live or frozen, and the moment of its values. */
export const CardMoment = ({ card, onFreeze }: CardMomentProps) => {
  if (!isMeasured(card.content)) return null
  const { frozen } = card
  return (
    <div className={classes.moment} data-frozen={frozen}>
      <span className={textStyles.caption}>{sayMoment(card)}</span>
      <Tooltip label={frozen ? 'Measure again each time the story is opened' : 'Keep the values of now'}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`${frozen ? 'Unfreeze' : 'Freeze'} ${nameOf(card)}`}
          leftSection={
            frozen ? <IconPlayerPlay size={13} aria-hidden /> : <IconSnowflake size={13} stroke={1.8} aria-hidden />
          }
          onClick={() => onFreeze(!frozen)}
        >
          {frozen ? 'Unfreeze' : 'Freeze'}
        </Button>
      </Tooltip>
    </div>
  )
}

/** The moment of the values; null if nothing is measured. */
export const sayMoment = ({ frozen, asOf, content }: StoryCard): string | null => {
  if (!isMeasured(content)) return null
  if (asOf === null) return frozen ? 'Frozen' : 'Live'
  return frozen ? `Frozen: values of ${formatInstant(asOf)}` : `Live: measured ${formatInstant(asOf)}`
}
