import { createContext, type ReactNode } from 'react'

/** What is drawn for a number in brackets, such as [3]; null for one that means nothing. */
export type RenderMark = (number: number) => ReactNode

/** Set around a text whose numbers in brackets point at something. */
export const InlineMarks = createContext<RenderMark | null>(null)
