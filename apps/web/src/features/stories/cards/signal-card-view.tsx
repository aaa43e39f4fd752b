import { IconActivity } from '@tabler/icons-react'
import type { SignalCard } from '@auspex/sdk'
import { stageMeanings, stageWords } from '../../../lib/words.ts'
import { LateTooltip } from '../../../ui/late-tooltip.tsx'
import classes from './cards.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** A signal by its name and stage. */
export const SignalCardView = ({ content: { title, stage } }: { content: SignalCard }) => (
  <div className={classes.document}>
    <IconActivity size={20} stroke={1.6} aria-hidden />
    <div>
      <p className={classes.documentTitle}>{title}</p>
      <p className={textStyles.caption}>
        {stage === null ? (
          'Its stage cannot be told yet'
        ) : (
          <LateTooltip label={stageMeanings[stage]} className={`${surfaces.badge} ${surfaces.accent}`}>
            {stageWords[stage]}
          </LateTooltip>
        )}
      </p>
    </div>
  </div>
)
