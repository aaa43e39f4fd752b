import { createContext, type ReactNode } from 'react'

/** Draws a fence of code whose language means something, such as a figure of a signal; null where it is code. */
export type RenderFence = (language: string, text: string) => ReactNode

/** What the fences of the Markdown below are drawn as; null where all of them are code. */
export const FenceView = createContext<RenderFence | null>(null)
