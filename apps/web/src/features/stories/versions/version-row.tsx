import { UnstyledButton } from '@mantine/core'
import type { StoryVersion } from '@auspex/sdk'
import { formatInstant, formatPlural, formatSince } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import classes from './versions.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const changeWords: Record<StoryVersion['change'], string> = {
  create: 'created the story',
  update: 'changed the story',
  'add-card': 'added a card',
  'update-card': 'changed a card',
  'delete-card': 'deleted a card',
  restore: 'brought back a version',
}

interface VersionRowProps {
  version: StoryVersion
  isChosen: boolean
  isCurrent: boolean
  onChoose: () => void
}

/** One change: who, what, when. */
export const VersionRow = ({ version, isChosen, isCurrent, onChoose }: VersionRowProps) => {
  const now = useNow()
  const { change, changedAt, changedBy, cardCount } = version
  return (
    <li>
      <UnstyledButton
        className={`${surfaces.hover} ${classes.row}`}
        aria-current={isChosen}
        data-chosen={isChosen}
        onClick={onChoose}
      >
        <span className={classes.who}>
          <b>{changedBy ?? 'Somebody'}</b> {changeWords[change]}
        </span>
        <span className={textStyles.caption}>
          <time dateTime={changedAt} title={formatInstant(changedAt)}>
            {formatSince(changedAt, now)}
          </time>{' '}
          · {formatPlural(cardCount, 'card')}
          {isCurrent && ' · now'}
        </span>
      </UnstyledButton>
    </li>
  )
}
