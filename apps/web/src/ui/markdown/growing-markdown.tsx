import { Fragment, memo, type ReactNode, useMemo, useState } from 'react'
import remend from 'remend'
import { Blocks } from './markdown-block.tsx'
import { createSplitter, readBlock } from './text-blocks.ts'
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
  const [split] = useState(createSplitter)
  const blocks = useMemo(() => split(text), [split, text])
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => {
        const next = blocks[index + 1]?.start ?? Number.POSITIVE_INFINITY
        return (
          <Fragment key={block.start}>
            <BlockView
              text={
                next === Number.POSITIVE_INFINITY && isGrowing
                  ? remend(block.text, { linkMode: 'text-only' })
                  : block.text
              }
              topLevel={topLevel}
            />
            {renderAfter?.(index === 0 ? -1 : block.start, next)}
          </Fragment>
        )
      })}
    </div>
  )
}

const BlockView = memo(({ text, topLevel }: { text: string; topLevel: number }) => {
  const tree = useMemo(() => readBlock(text), [text])
  return <Blocks nodes={tree.children} topLevel={topLevel} />
})
