import type { PropsWithChildren } from 'react'
import classes from './layout.module.css'

/** The width and spacing of every page. */
export const Page = ({ width = 'wide', children }: PropsWithChildren<{ width?: 'wide' | 'narrow' }>) => (
  <div className={classes.page} data-width={width}>
    {children}
  </div>
)
