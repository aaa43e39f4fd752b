import { Fragment, type Node } from '@tiptap/pm/model'
import { inCommon, leastInCommon } from './in-common.ts'
import { childrenOf, pairBlocks } from './pair-blocks.ts'
import { suggestWords } from './suggest-words.ts'

/**
 * The block with what would make it the new one, as small as it can be told: words, items of a list, rows of a table. Null when it is another
 * block, or when its difference is none that can be marked within it.
 */
export const suggestWithin = (
  old: Node,
  now: Node,
  createId: () => number,
  least: number = leastInCommon,
): Node | null => {
  if (!old.sameMarkup(now) || old.isLeaf || (least > 0 && inCommon(old, now) < least)) return null
  if (old.isTextblock) return suggestWords(old, now, createId, least)
  const [parts, newParts] = [childrenOf(old), childrenOf(now)]
  // a cell is told apart by its place, and its words may be others altogether
  if (old.type.name === 'tableRow' || old.type.name === 'tableCell' || old.type.name === 'tableHeader')
    return suggestInPlace(old, parts, newParts, createId)
  if (old.type.name === 'table' && parts[0]?.childCount !== newParts[0]?.childCount) return null
  const children: Node[] = []
  for (const pair of pairBlocks(parts, newParts, (one, other) => suggestWithin(one, other, createId))) {
    if (pair.revision !== undefined) {
      children.push(pair.revision ?? (pair.old as Node)) // a pair that is the same has both
      continue
    }
    const id = createId()
    const gone = pair.old && withSuggestion(pair.old, { id, kind: 'deletion' })
    const come = pair.now && withSuggestion(pair.now, { id, kind: 'insertion' })
    if (gone === null || come === null) return null
    children.push(...[gone, come].filter((node) => node !== undefined))
  }
  return old.copy(Fragment.fromArray(children))
}

const suggestInPlace = (
  old: Node,
  parts: readonly Node[],
  newParts: readonly Node[],
  createId: () => number,
): Node | null => {
  if (parts.length !== newParts.length) return null
  const children = parts.map((part, place) => suggestWithin(part, newParts[place] as Node, createId, 0)) // as many
  return children.includes(null) ? null : old.copy(Fragment.fromArray(children as Node[]))
}

/** Items and rows say it themselves, since HTML has no element around them; other blocks within blocks cannot. */
const withSuggestion = (node: Node, suggestion: { id: number; kind: 'insertion' | 'deletion' }): Node | null =>
  'suggestion' in node.attrs ? node.type.create({ ...node.attrs, suggestion }, node.content, node.marks) : null
