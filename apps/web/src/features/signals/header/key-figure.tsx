import type { ReactNode } from 'react'
import classes from './key-figures.module.css'

interface KeyFigureProps {
  name: string
  /** Stands beside the name. */
  why?: ReactNode
  note: ReactNode
  children: ReactNode
}

export const KeyFigure = ({ name, why, note, children }: KeyFigureProps) => (
  <div className={classes.figure}>
    <dt>
      {name} {why}
    </dt>
    <dd className={classes.value}>{children}</dd>
    <dd className={classes.note}>{note}</dd>
  </div>
)
