import type { RootContent } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'

/** Blocks as Markdown, without the trailing line break. */
export const writeTree = (children: readonly RootContent[]): string =>
  toMarkdown(
    { type: 'root', children: [...children] },
    {
      bullet: '-',
      // not a bullet character, so that no rule is parsed as a list
      rule: '_',
      incrementListMarker: true,
      listItemIndent: 'one',
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), strikethrough, gfmFootnoteToMarkdown()],
    },
  ).replace(/\n$/, '')

const { handlers, ...rest } = gfmStrikethroughToMarkdown()

/** Strikethrough is delimited like bold text, wherever it occurs: this tells the writer which characters to encode as references. */
const strikethrough: Options = {
  ...rest,
  handlers: {
    delete: Object.assign((...args: Parameters<Handle>) => handlers?.delete?.(...args) ?? '', {
      peek: () => '~',
      attention: () => ({ construct: 'strikethrough' as const, markers: ['~'], sizes: [2] }),
    }),
  },
}
