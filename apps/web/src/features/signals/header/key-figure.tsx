import type { ReactNode } from 'react'
import classes from './key-figures.module.css'

interface KeyFigureProps {
  name: string
  note: ReactNode
  children: ReactNode
}

export const KeyFigure = ({ name, note, children }: KeyFigureProps) => (
  <div className={classes.figure}>
    <dt>{name}</dt>
    <dd className={classes.value}>{children}</dd>
    <dd className={classes.note}>{note}</dd>
  </div>
)
