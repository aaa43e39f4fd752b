import { createContext, use } from 'react'

/** The signal whose section is shown away from its report, as in an answer of Zeus: what opens there leads to the report. */
export const FigureSignalContext = createContext<string | null>(null)

/** Null within a report. */
export const useFigureSignal = (): string | null => use(FigureSignalContext)
