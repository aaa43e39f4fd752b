import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react'
import remend from 'remend'
import { Blocks } from './markdown-block.tsx'
import { readBlock, splitBlocks, type TextBlock } from './text-blocks.ts'
import classes from './markdown.module.css'

interface GrowingMarkdownProps {
  text: string
  /** Whether more of it may come: what is open at its end is closed then. */
  isGrowing: boolean
  topLevel?: 2 | 3 | 4
  /** What stands below the block that ends between two places of the text. */
  renderAfter?: (from: number, to: number) => ReactNode
}

/** Markdown while it is written: each block is read and drawn once, and only the last one again. */
export const GrowingMarkdown = ({ text, isGrowing, topLevel = 3, renderAfter }: GrowingMarkdownProps) => {
  const blocks = useBlocks(text)
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => {
        const next = blocks[index + 1]?.start ?? Number.POSITIVE_INFINITY
        return (
          <Fragment key={block.start}>
            <BlockView text={next === Number.POSITIVE_INFINITY && isGrowing ? remend(block.text) : block.text} topLevel={topLevel} />
            {renderAfter?.(index === 0 ? -1 : block.start, next)}
          </Fragment>
        )
      })}
    </div>
  )
}

/** The blocks of the text, those of before where they are the same. */
const useBlocks = (text: string): readonly TextBlock[] => {
  const before = useRef<readonly TextBlock[]>([])
  return useMemo(() => {
    // What the last drawing knew saves reading it again; any other value here gives the same blocks.
    before.current = splitBlocks(text, before.current)
    return before.current
  }, [text])
}

const BlockView = memo(({ text, topLevel }: { text: string; topLevel: number }) => {
  const tree = useMemo(() => readBlock(text), [text])
  return <Blocks nodes={tree.children} topLevel={topLevel} />
})
