import { createContext, use } from 'react'

/** The signal of a section that is shown outside of its report, as in an answer of Zeus: its links lead to the report. */
export const FigureSignalContext = createContext<string | null>(null)

/** Null within a report. */
export const useFigureSignal = (): string | null => use(FigureSignalContext)
