import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'

const mark = /[[\]*_`<&>!=~]|^\s*[-+#]|\d[.)]\s/gm

/** More than stand in one paragraph, list or table that somebody wrote. */
const mostMarks = 2_000

/** Whether some part is so full of marks that to read it would hold the tab: the reader takes the square of them. */
export const isHostile = (text: string): boolean =>
  text.split(/\n[ \t]*\n/).some((part) => (part.match(mark)?.length ?? 0) > mostMarks)

/** The tree of a Markdown text with tables, footnotes and what was struck out. */
export const readTree = (text: string): Root =>
  fromMarkdown(text, {
    extensions: [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmFootnote()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmFootnoteFromMarkdown()],
  })
