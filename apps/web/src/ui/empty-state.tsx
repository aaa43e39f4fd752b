import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** The next step. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

/** Nothing to show, why, and what to do next. */
export const EmptyState = ({ icon, title, text, action, level = 2 }: EmptyStateProps) => {
  const Heading = `h${level}` as const
  return (
    <div className={classes.empty}>
      {icon && <span className={classes.icon}>{icon}</span>}
      <Heading className={level === 1 ? classes.pageTitle : classes.title}>{title}</Heading>
      {text && <div className={classes.text}>{text}</div>}
      {action}
    </div>
  )
}
