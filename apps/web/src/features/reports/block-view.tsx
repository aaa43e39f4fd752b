import type { StoryCard } from '@auspex/sdk'
import { createContext, type PropsWithChildren, type ReactNode, use } from 'react'

/** Renders the content of a block; story cards can do this, and a route passes them in. */
export type RenderCard = (card: StoryCard) => ReactNode

const BlockViewContext = createContext<RenderCard | null>(null)

export const BlockViewProvider = ({ render, children }: PropsWithChildren<{ render: RenderCard }>) => (
  <BlockViewContext value={render}>{children}</BlockViewContext>
)

export const useBlockView = (): RenderCard => {
  const render = use(BlockViewContext)
  if (!render) throw new Error('useBlockView needs a BlockViewProvider above it')
  return render
}
