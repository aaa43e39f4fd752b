import type { RootContent } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'

/** Blocks as Markdown, without the line that ends the last. */
export const writeTree = (children: readonly RootContent[]): string =>
  toMarkdown(
    { type: 'root', children: [...children] },
    {
      bullet: '-',
      rule: '-',
      incrementListMarker: true,
      listItemIndent: 'one',
      extensions: [
        gfmTableToMarkdown({ tablePipeAlign: false }),
        gfmStrikethroughToMarkdown(),
        gfmFootnoteToMarkdown(),
      ],
    },
  ).replace(/\n$/, '')
