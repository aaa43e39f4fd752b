import type { Root } from 'mdast'

const mark = /[[\]*_`<&>!=]|^\s*[-+#]|\d[.)]\s/gm

/** More than anybody writes in the 20,000 characters of a card. The reader takes 0.3 s for the worst text with so many, and 25 s for one full of them. */
const mostMarks = 800

/** Whether reading a text as Markdown would hold the tab of whoever opens it. */
export const isFullOfMarks = (text: string): boolean => (text.match(mark)?.length ?? 0) > mostMarks

/** A text as it was written. */
export const plainTree = (text: string): Root => ({
  type: 'root',
  // An empty paragraph has no place in a tree.
  children: text === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
})
