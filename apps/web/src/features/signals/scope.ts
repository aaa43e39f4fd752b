import { createContext, use } from 'react'

/** The chosen days of a report, if the content is limited to them. */
export interface Scope {
  /** The signal for these days alone, whose report contains the numbers. */
  readonly signalId: string
  readonly since: string
  readonly until: string
}

export const ScopeContext = createContext<Scope | null>(null)

/** The days of the surrounding numbers; null if they cover all days of the report. */
export const useScope = (): Scope | null => use(ScopeContext)

/** The signal of a section that is shown outside of its report, as in an answer of Zeus: its links lead to the report. */
export const FigureSignalContext = createContext<string | null>(null)

/** Null within a report. */
export const useFigureSignal = (): string | null => use(FigureSignalContext)
