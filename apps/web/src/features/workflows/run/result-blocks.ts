/** Parts of a text that are each read for themselves: a long one at once would be taken for one that is full of marks. */
export const resultBlocks = (markdown: string): string[] => {
  const [first = '', ...rest] = markdown.split('\n\n')
  // the title stands above the text
  return first.startsWith('# ') ? rest : [first, ...rest]
}
