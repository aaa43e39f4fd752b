import { createContext, use } from 'react'

/** The chosen days of a report, where what is shown is of them alone. */
export interface Scope {
  /** The signal that asks about these days alone, in whose report the numbers stand. */
  readonly signalId: string
  readonly since: string
  readonly until: string
}

export const ScopeContext = createContext<Scope | null>(null)

/** The days that the numbers around are of; null where they are of all days of the report. */
export const useScope = (): Scope | null => use(ScopeContext)
