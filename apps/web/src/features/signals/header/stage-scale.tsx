import type { StageSection } from '@auspex/sdk'
import classes from './key-figures.module.css'

const order = ['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant'] as const

/** Where the stage stands in the life of a topic. The word beside it says the same. */
export const StageScale = ({ stage }: { stage: StageSection['stage'] }) => (
  <span className={classes.scale} aria-hidden>
    {order.map((step) => (
      <span key={step} data-active={step === stage} />
    ))}
  </span>
)
