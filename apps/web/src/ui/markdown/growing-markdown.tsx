import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { Fragment, memo, type ReactNode, useMemo, useState } from 'react'
import remend from 'remend'
import { Blocks, isFullOfMarks, plainTree } from './markdown-block.tsx'
import classes from './markdown.module.css'

/** Markdown with tables, as in answers. */
const readBlock = (text: string): Root =>
  isFullOfMarks(text)
    ? plainTree(text)
    : fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })

/**
 * The blocks of a text that grows at its end. Only the text from the last block on is parsed again, because earlier blocks
 * cannot change: a long answer costs no more at its end than at its beginning.
 */
export const splitBlocks = (text: string, before: readonly TextBlock[] = []): readonly TextBlock[] => {
  const unchanged = before.slice(0, -1)
  const isGrown = unchanged.every((block) => text.startsWith(block.text, block.start))
  const doneText = isGrown ? unchanged : []
  const from = isGrown ? (before.at(-1)?.start ?? 0) : 0
  const rest = text.slice(from)
  const starts = readBlock(rest).children.map(({ position }) => position?.start.offset ?? 0)
  const blocks = starts.map((start, index) => ({
    start: from + start,
    text: rest.slice(start, starts[index + 1]).trimEnd(),
  }))
  return [...doneText, ...blocks]
}

/** Splits growing versions of a text, reusing the blocks of the previous one. */
const createSplitter = () => {
  let blocks: readonly TextBlock[] = []
  return (text: string): readonly TextBlock[] => (blocks = splitBlocks(text, blocks))
}

interface GrowingMarkdownProps {
  text: string
  /** Whether more text may follow: constructs open at its end are then closed. */
  isGrowing: boolean
  topLevel?: 2 | 3 | 4
  /** Content below the block between two offsets of the text. */
  renderAfter?: (from: number, to: number) => ReactNode
}

/** Markdown that is still being written: each block is parsed and rendered once, and only the last one again. */
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

/** The source of a paragraph, list, table and so on. */
export interface TextBlock {
  /** Its offset in the whole text. */
  readonly start: number
  readonly text: string
}
