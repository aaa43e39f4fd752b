import { memo, useMemo } from 'react'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Root } from 'mdast'
import { Blocks } from './markdown-block.tsx'
import { isFullOfMarks, plainTree } from './plain-tree.ts'
import classes from './markdown.module.css'

interface MarkdownProps {
  text: string
  /** The level of a heading written as `#`: the page around it has headings of its own. */
  topLevel?: 2 | 3 | 4
}

/** What is full of marks is shown as it was written: a colleague's card must not hold the tab of whoever opens the story. */
const readMarkdown = (text: string): Root => (isFullOfMarks(text) ? plainTree(text) : fromMarkdown(text))

/**
 * Markdown drawn as elements of React, never as HTML: what looks like a tag is text, a picture is its description, and a
 * link leads to the web or nowhere.
 */
export const Markdown = memo(({ text, topLevel = 3 }: MarkdownProps) => {
  const tree = useMemo(() => readMarkdown(text), [text])
  return (
    <div className={classes.markdown}>
      <Blocks nodes={tree.children} topLevel={topLevel} />
    </div>
  )
})
