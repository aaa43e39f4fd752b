import { Node } from '@tiptap/pm/model'
import type { DocumentNode } from '../markdown/document-node.ts'
import { normalDocument } from '../markdown/normal-document.ts'
import { fitFootnotes, isDefinition } from './footnote-labels.ts'
import { inCommon, leastInCommon } from './in-common.ts'
import { childrenOf, pairBlocks } from './pair-blocks.ts'

/** A share of a text that a message has to hold to be a revision of it: what it leaves out, it takes away. */
const leastOfRevision = 0.5

/**
 * The text as a message of Zeus would have it. A message that holds most of the text is a revision of all of it. Another one, as most answers
 * are, says nothing about what it does not hold: its blocks revise those that they resemble, the others are added, and everything else stays.
 */
export const takeMessage = (doc: Node, message: DocumentNode): DocumentNode => {
  if (doc.textContent.trim() === '' && doc.childCount <= 1) return message
  const read = (blocks: readonly DocumentNode[]) =>
    childrenOf(Node.fromJSON(doc.type.schema, { type: 'doc', content: blocks }))
  const old = childrenOf(doc)
  const whole = pairBlocks(old, read(message.content ?? []), resembles)
  const kept = whole.reduce((sum, pair) => sum + (pair.revision === undefined ? 0 : (pair.old?.nodeSize ?? 0)), 0)
  if (kept >= leastOfRevision * doc.content.size) return message
  const said = old.map((node) => normalDocument(node.toJSON() as DocumentNode))
  const added = fitFootnotes((message.content ?? []).map(normalDocument), said)
  return {
    type: 'doc',
    content: addBlocks(old, read(added)).map((node) => normalDocument(node.toJSON() as DocumentNode)),
  }
}

/** All blocks of the text: those that the message revises as it has them, and what it adds behind the last of these, or else at the end before the footnotes. */
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

/** Whether the one is the other as it was revised; a footnote is what it says, and another one when it says something else. */
const resembles = (old: Node, now: Node): true | null =>
  !isNote(old) && old.type === now.type && !old.isLeaf && inCommon(old, now) >= leastInCommon ? true : null
