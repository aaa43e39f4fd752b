import type { DocumentNode } from '../markdown/document-node.ts'

/**
 * Relabels the footnotes of blocks for a text with its own footnotes: a note that the text already contains uses its label, and
 * a label that the text uses for another note becomes the next free number.
 */
export const fitFootnotes = (
  blocks: readonly DocumentNode[],
  text: readonly DocumentNode[],
): readonly DocumentNode[] => {
  const existingLabels = new Map(text.filter(isDefinition).map((note) => [wordsOf(note), labelOf(note)]))
  const usedLabels = new Set(existingLabels.values())
  const labels = new Map<string, string>()
  for (const note of blocks.filter(isDefinition)) {
    const label =
      existingLabels.get(wordsOf(note)) ?? (usedLabels.has(labelOf(note)) ? nextFree(usedLabels) : labelOf(note))
    usedLabels.add(label)
    labels.set(labelOf(note), label)
  }
  return blocks
    .filter((block) => !(isDefinition(block) && existingLabels.has(wordsOf(block))))
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
