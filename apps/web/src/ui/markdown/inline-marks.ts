import { createContext, type ReactNode } from 'react'

/** Renders a number in brackets, such as [3]; returns null for one without a meaning. */
export type RenderMark = (number: number) => ReactNode

/** Provided around text whose numbers in brackets are references. */
export const InlineMarks = createContext<RenderMark | null>(null)
