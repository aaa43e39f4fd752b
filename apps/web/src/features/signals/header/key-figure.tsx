import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './key-figures.module.css'
import textStyles from '../../../ui/text-styles.module.css'

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
    <Box component="dd" className={textStyles.fine} mt={3} lh={1.45}>
      {note}
    </Box>
  </div>
)
