import type { ReactNode } from 'react'
import classes from './section.module.css'

interface SectionProps {
  id?: string
  title: string
  /** What it says, in one line. */
  hint?: ReactNode
  /** Stands beside the title. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a page; a landmark of its own. */
export const Section = ({ id, title, hint, aside, actions, children }: SectionProps) => (
  <section
    id={id}
    className={classes.section}
    aria-labelledby={id && `${id}-title`}
    aria-label={id ? undefined : title}
  >
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.heading}>
          <h2 id={id && `${id}-title`} className={classes.title}>
            {title}
          </h2>
          {aside}
        </div>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
    {children}
  </section>
)
