import { memo, useMemo } from 'react'
import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { Blocks, isFullOfMarks, plainTree } from './markdown-block.tsx'
import classes from './markdown.module.css'

/**
 * Markdown with tables and footnotes, as in answers and reports. Text full of marks stays plain: a colleague's card must not
 * block the tab of anyone who opens the story.
 */
const readMarkdown = (text: string): Root =>
  isFullOfMarks(text)
    ? plainTree(text)
    : fromMarkdown(text, {
        extensions: [gfmTable(), gfmFootnote()],
        mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
      })

interface MarkdownProps {
  text: string
  /** The level of a heading written as `#`: the page around it has its own headings. */
  topLevel?: 2 | 3 | 4
}

/**
 * Markdown rendered as React elements, never as HTML: anything that looks like a tag is text, a picture becomes its
 * description, and a link leads to the web or nowhere.
 */
export const Markdown = memo(({ text, topLevel = 3 }: MarkdownProps) => {
  const tree = useMemo(() => readMarkdown(text), [text])
  return (
    <div className={classes.markdown}>
      <Blocks nodes={tree.children} topLevel={topLevel} />
    </div>
  )
})
