import type { RootContent } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'

/** Blocks as Markdown, without the line that ends the last. */
export const writeTree = (children: readonly RootContent[]): string =>
  toMarkdown(
    { type: 'root', children: [...children] },
    {
      bullet: '-',
      // no list begins with it, so that no rule is taken for one
      rule: '_',
      incrementListMarker: true,
      listItemIndent: 'one',
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), strikethrough, gfmFootnoteToMarkdown()],
    },
  ).replace(/\n$/, '')

const { handlers, ...rest } = gfmStrikethroughToMarkdown()

/** What is struck out begins and ends for its reader as bold words do, wherever it stands: the writer then knows what to write as a reference. */
const strikethrough: Options = {
  ...rest,
  handlers: {
    delete: Object.assign((...args: Parameters<Handle>) => handlers?.delete?.(...args) ?? '', {
      peek: () => '~',
      attention: () => ({ construct: 'strikethrough' as const, markers: ['~'], sizes: [2] }),
    }),
  },
}
