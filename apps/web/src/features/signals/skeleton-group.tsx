import type { ReactNode } from 'react'

interface SkeletonGroupProps {
  /** What will stand here: "the forecast". */
  name: string
  /** Whether it has been asked for. Before a reader comes near nothing is loading, and nothing says so. */
  isAsked?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** Holds the place of a part of the report that is loaded when a reader comes near. */
export const SkeletonGroup = ({ name, isAsked = true, className, children }: SkeletonGroupProps) =>
  isAsked ? (
    <div className={className} role="group" aria-busy="true" aria-label={`Loading ${name}`}>
      {children}
    </div>
  ) : (
    <div className={className} aria-hidden>
      {children}
    </div>
  )
