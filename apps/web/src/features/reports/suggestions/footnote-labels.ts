import type { DocumentNode } from '../markdown/document-node.ts'

/**
 * Blocks whose footnotes keep their meaning in a text that has footnotes of its own: what the text explains already points there, and a label
 * that means something else in it becomes the next free number.
 */
export const fitFootnotes = (
  blocks: readonly DocumentNode[],
  text: readonly DocumentNode[],
): readonly DocumentNode[] => {
  const said = new Map(text.filter(isDefinition).map((note) => [wordsOf(note), labelOf(note)]))
  const taken = new Set(said.values())
  const labels = new Map<string, string>()
  for (const note of blocks.filter(isDefinition)) {
    const label = said.get(wordsOf(note)) ?? (taken.has(labelOf(note)) ? nextFree(taken) : labelOf(note))
    taken.add(label)
    labels.set(labelOf(note), label)
  }
  return blocks
    .filter((block) => !(isDefinition(block) && said.has(wordsOf(block))))
    .map((block) => relabel(block, labels))
}

export const isDefinition = ({ type }: DocumentNode): boolean => type === 'footnoteDefinition'

const labelOf = ({ attrs }: DocumentNode): string => String(attrs?.['label'])
const wordsOf = ({ content }: DocumentNode): string => JSON.stringify(content)

const nextFree = (taken: ReadonlySet<string>): string => {
  let number = 1
  while (taken.has(String(number))) number += 1
  return String(number)
}

const relabel = (node: DocumentNode, labels: ReadonlyMap<string, string>): DocumentNode => {
  const isFootnote = node.type === 'footnoteReference' || isDefinition(node)
  return {
    ...node,
    ...(isFootnote && { attrs: { label: labels.get(labelOf(node)) ?? labelOf(node) } }),
    ...(node.content && { content: node.content.map((child) => relabel(child, labels)) }),
  }
}
