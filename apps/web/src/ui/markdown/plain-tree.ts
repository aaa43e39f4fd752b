import type { Root } from 'mdast'

const mark = /[[\]*_`<&>!=]|^\s*[-+#]|\d[.)]\s/gm

/**
 * More than anybody writes in the 20,000 characters of a card. The parser takes 0.3 s for the worst text with this many, and 25
 * s for one full of them.
 */
const maxMarks = 800

/** Whether parsing a text as Markdown would block the reader's tab. */
export const isFullOfMarks = (text: string): boolean => (text.match(mark)?.length ?? 0) > maxMarks

/** A text without any formatting. */
export const plainTree = (text: string): Root => ({
  type: 'root',
  // An empty paragraph is not valid in the tree.
  children: text === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
})
