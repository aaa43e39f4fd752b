import type { PropsWithChildren } from 'react'
import classes from './card.module.css'

/** A calm surface on the page. */
export const Card = ({ padded = true, children }: PropsWithChildren<{ padded?: boolean }>) => (
  <div className={padded ? classes.padded : classes.card}>{children}</div>
)
