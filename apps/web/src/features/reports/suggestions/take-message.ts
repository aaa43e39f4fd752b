import { Node } from '@tiptap/pm/model'
import { type DocumentNode, normalDocument } from '../markdown/to-document.ts'
import { inCommon, minShareInCommon, childrenOf, pairBlocks } from './pair-blocks.ts'

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

/** The minimum share of a text that a message must contain to count as a revision of it: a revision deletes what it omits. */
const minRevisionShare = 0.5

/**
 * The text as a message of Zeus would change it. A message that contains most of the text is a revision of all of it. Any
 * other, like most answers, does not affect what it omits: its blocks revise similar ones, the others are added, and everything
 * else stays.
 */
export const takeMessage = (doc: Node, message: DocumentNode): DocumentNode => {
  if (doc.textContent.trim() === '' && doc.childCount <= 1) return message
  const toNodes = (blocks: readonly DocumentNode[]) =>
    childrenOf(Node.fromJSON(doc.type.schema, { type: 'doc', content: blocks }))
  const old = childrenOf(doc)
  const fullPairs = pairBlocks(old, toNodes(message.content ?? []), resembles)
  const sharedSize = fullPairs.reduce(
    (sum, pair) => sum + (pair.revision === undefined ? 0 : (pair.old?.nodeSize ?? 0)),
    0,
  )
  if (sharedSize >= minRevisionShare * doc.content.size) return message
  const oldBlocks = old.map((node) => normalDocument(node.toJSON() as DocumentNode))
  const added = fitFootnotes((message.content ?? []).map(normalDocument), oldBlocks)
  return {
    type: 'doc',
    content: addBlocks(old, toNodes(added)).map((node) => normalDocument(node.toJSON() as DocumentNode)),
  }
}

/**
 * All blocks of the text: those that the message revises in their new form, and added ones after the last of these, or else at
 * the end before the footnotes.
 */
const addBlocks = (old: readonly Node[], now: readonly Node[]): Node[] => {
  const pairs = pairBlocks(old, now, resembles)
  const lastInBoth = pairs.findLastIndex(
    ({ old: before, now: after, revision }) => before && after && revision !== undefined,
  )
  const blocks: Node[] = []
  const rest: Node[] = []
  for (const [place, { old: before, now: after, revision }] of pairs.entries()) {
    if (revision !== undefined && after) blocks.push(after)
    else {
      if (before) blocks.push(before)
      if (after) (place < lastInBoth ? blocks : rest).push(after)
    }
  }
  const notes = rest.filter(isNote)
  const words = rest.filter((node) => !isNote(node))
  const end = blocks.findLastIndex((node) => !isNote(node)) + 1
  return [...blocks.slice(0, end), ...words, ...blocks.slice(end), ...notes]
}

const isNote = (node: Node): boolean => isDefinition({ type: node.type.name })

/** Whether one is a revision of the other; a footnote is identified by its content, so a changed one is a different footnote. */
const resembles = (old: Node, now: Node): true | null =>
  !isNote(old) && old.type === now.type && !old.isLeaf && inCommon(old, now) >= minShareInCommon ? true : null
