import { memo, useMemo } from 'react'
import { Blocks } from './markdown-block.tsx'
import { readMarkdown } from './read-markdown.ts'
import classes from './markdown.module.css'

interface MarkdownProps {
  text: string
  /** The level of a heading written as `#`: the page around it has headings of its own. */
  topLevel?: 2 | 3 | 4
}

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
