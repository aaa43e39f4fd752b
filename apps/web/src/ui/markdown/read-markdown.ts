import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { isFullOfMarks, plainTree } from './plain-tree.ts'

/** Markdown with tables and footnotes, as answers and reports have them. What is full of marks stays as it was written: a colleague's card must not hold the tab of whoever opens the story. */
export const readMarkdown = (text: string): Root =>
  isFullOfMarks(text)
    ? plainTree(text)
    : fromMarkdown(text, {
        extensions: [gfmTable(), gfmFootnote()],
        mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
      })
