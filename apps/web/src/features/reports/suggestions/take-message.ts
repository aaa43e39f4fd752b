import { Node } from '@tiptap/pm/model'
import type { DocumentNode } from '../markdown/document-node.ts'
import { normalDocument } from '../markdown/normal-document.ts'
import { fitFootnotes, isDefinition } from './footnote-labels.ts'
import { inCommon, leastInCommon } from './in-common.ts'
import { childrenOf, pairBlocks } from './pair-blocks.ts'

/** The minimum share of a text that a message must contain to count as a revision of it: a revision deletes what it omits. */
const minRevisionShare = 0.5

/**
 * The text as a message of Zeus would change it. A message that contains most of the text is a revision of all of it. Any
 * other, like most answers, does not affect what it omits: its blocks revise similar ones, the others are added, and everything
 * else stays.
 */
export const takeMessage = (doc: Node, message: DocumentNode): DocumentNode => {
  if (doc.textContent.trim() === '' && doc.childCount <= 1) return message
  const read = (blocks: readonly DocumentNode[]) =>
    childrenOf(Node.fromJSON(doc.type.schema, { type: 'doc', content: blocks }))
  const old = childrenOf(doc)
  const whole = pairBlocks(old, read(message.content ?? []), resembles)
  const sharedSize = whole.reduce((sum, pair) => sum + (pair.revision === undefined ? 0 : (pair.old?.nodeSize ?? 0)), 0)
  if (sharedSize >= minRevisionShare * doc.content.size) return message
  const oldBlocks = old.map((node) => normalDocument(node.toJSON() as DocumentNode))
  const added = fitFootnotes((message.content ?? []).map(normalDocument), oldBlocks)
  return {
    type: 'doc',
    content: addBlocks(old, read(added)).map((node) => normalDocument(node.toJSON() as DocumentNode)),
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
  !isNote(old) && old.type === now.type && !old.isLeaf && inCommon(old, now) >= leastInCommon ? true : null
