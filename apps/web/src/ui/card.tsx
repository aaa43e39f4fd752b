import type { PropsWithChildren } from 'react'
import classes from './card.module.css'
import surfaces from './surfaces.module.css'

/** A calm surface on the page. */
export const Card = ({ padded = true, children }: PropsWithChildren<{ padded?: boolean }>) => (
  <div className={`${surfaces.panel} ${classes.card}`} data-padded={padded}>
    {children}
  </div>
)
