import { createContext, type ReactNode } from 'react'

/** Renders a code fence whose language has a meaning, such as a figure of a signal; returns null for ordinary code. */
export type RenderFence = (language: string, text: string) => ReactNode

/** The renderer for the code fences below; null if all of them are ordinary code. */
export const FenceView = createContext<RenderFence | null>(null)
