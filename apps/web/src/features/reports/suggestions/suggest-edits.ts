import { Fragment, Node } from '@tiptap/pm/model'
import type { DocumentNode } from '../markdown/to-document.ts'
import { childrenOf, pairBlocks, inCommon, minShareInCommon, wordPattern, matchSequences } from './pair-blocks.ts'

/**
 * The block with suggestions that turn it into the new one, as small as possible: words, items of a list, rows of a table. Null
 * if the blocks are unrelated, or if their difference cannot be marked within the block.
 */
const suggestWithin = (
  old: Node,
  now: Node,
  createId: () => number,
  minInCommon: number = minShareInCommon,
): Node | null => {
  if (!old.sameMarkup(now) || old.isLeaf || (minInCommon > 0 && inCommon(old, now) < minInCommon)) return null
  if (old.isTextblock) return suggestWords(old, now, createId, minInCommon)
  // a cell is identified by its position, and its text may differ completely
  if (cellTypes.has(old.type.name)) return suggestInPlace(old, now, createId)
  if (old.type.name === 'table' && old.firstChild?.childCount !== now.firstChild?.childCount) return null
  return suggestInChildren(old, now, createId)
}

const cellTypes: ReadonlySet<string> = new Set(['tableRow', 'tableCell', 'tableHeader'])

/** Pairs the children by their content, and marks those without a counterpart as deleted or inserted. */
const suggestInChildren = (old: Node, now: Node, createId: () => number): Node | null => {
  const pairs = pairBlocks(childrenOf(old), childrenOf(now), (before, after) => suggestWithin(before, after, createId))
  const children: Node[] = []
  for (const pair of pairs) {
    if (pair.revision !== undefined) {
      children.push(pair.revision ?? (pair.old as Node)) // an identical pair has both
      continue
    }
    const id = createId()
    const deletion = pair.old && withSuggestion(pair.old, { id, kind: 'deletion' })
    const insertion = pair.now && withSuggestion(pair.now, { id, kind: 'insertion' })
    if (deletion === null || insertion === null) return null
    children.push(...[deletion, insertion].filter((node) => node !== undefined))
  }
  return old.copy(Fragment.fromArray(children))
}

/** Compares the first child with the first, the second with the second; null if their numbers differ. */
const suggestInPlace = (old: Node, now: Node, createId: () => number): Node | null => {
  if (old.childCount !== now.childCount) return null
  const children = childrenOf(old).map((child, place) => suggestWithin(child, now.child(place), createId, 0))
  return children.every((child) => child !== null) ? old.copy(Fragment.fromArray(children)) : null
}

/** Items and rows carry the suggestion as an attribute, since HTML has no element to wrap them; other nested blocks cannot. */
const withSuggestion = (node: Node, suggestion: { id: number; kind: 'insertion' | 'deletion' }): Node | null =>
  'suggestion' in node.attrs ? node.type.create({ ...node.attrs, suggestion }, node.content, node.marks) : null

/**
 * The block with the words of both, those only in the old one marked as deleted and those only in the new one as inserted; null
 * if they have less than `minInCommon` in common.
 */
const suggestWords = (old: Node, now: Node, createId: () => number, minInCommon: number): Node | null => {
  if (!old.isTextblock || !old.sameMarkup(now) || old.type.spec.code) return null
  const { insertion, deletion } = old.type.schema.marks
  if (!insertion || !deletion) return null
  const [oldTokens, newTokens] = [tokensOf(old), tokensOf(now)]
  const match = matchSequences(oldTokens.map(keyOf), newTokens.map(keyOf))
  const common = oldTokens.filter((_token, place) => (match[place] ?? -1) >= 0)
  if (lengthOf(common) < minInCommon * Math.max(lengthOf(oldTokens), lengthOf(newTokens))) return null
  const nodes: Node[] = []
  let [at, newAt] = [0, 0]
  const change = (end: number, newEnd: number) => {
    if (end > at || newEnd > newAt) {
      const id = createId()
      const marked = (tokens: readonly Node[], type: typeof insertion) =>
        tokens.map((token) => token.mark(type.create({ id }).addToSet(token.marks)))
      nodes.push(...marked(oldTokens.slice(at, end), deletion), ...marked(newTokens.slice(newAt, newEnd), insertion))
    }
    ;[at, newAt] = [end, newEnd]
  }
  for (const [place, newPlace] of match.entries()) {
    if (newPlace < 0) continue
    change(place, newPlace)
    nodes.push(oldTokens[place] as Node) // all positions exist
    ;[at, newAt] = [place + 1, newPlace + 1]
  }
  change(oldTokens.length, newTokens.length)
  // adjacent nodes with the same marks are merged, as the editor does
  return old.copy(Fragment.fromArray(nodes))
}

/** The words and punctuation of a block, and its nodes that are not text. */
const tokensOf = (block: Node): Node[] => {
  const tokens: Node[] = []
  block.forEach((node) => {
    const { text } = node
    if (text === undefined) tokens.push(node)
    else for (const { index, 0: word } of text.matchAll(wordPattern)) tokens.push(node.cut(index, index + word.length))
  })
  return tokens
}

const keyOf = (token: Node): string => JSON.stringify(token)
const lengthOf = (tokens: readonly Node[]): number => tokens.reduce((sum, { nodeSize }) => sum + nodeSize, 0)

const kinds = ['insertion', 'deletion'] as const

/**
 * Links a footnote to the suggestion that contains its only reference, so that both are decided together: nobody reads
 * seventeen sources before the sentence that cites them.
 */
const joinNotes = (blocks: readonly Node[]): Node[] => {
  const idsOf = new Map<string, Set<number>>()
  for (const block of blocks) if (block.type.name !== 'footnoteDefinition') readReferences(block, idsOf)
  return blocks.map((block) => {
    if (block.type.name !== 'footnoteDefinition') return block
    const mark = block.marks.find(({ type }) => kinds.some((kind) => kind === type.name))
    const ids = idsOf.get(`${mark?.type.name} ${block.attrs['label']}`)
    const [id] = ids ?? []
    if (mark === undefined || id === undefined || ids?.size !== 1) return block
    return block.mark(mark.type.create({ id }).addToSet(block.marks))
  })
}

/** The suggestions that insert or delete a reference, by kind and label. */
const readReferences = (block: Node, idsOf: Map<string, Set<number>>): void => {
  const collect = (node: Node, around: readonly { kind: string; id: number }[]) => {
    const ownSuggestion = node.attrs['suggestion'] as { kind: string; id: number } | null | undefined
    const marks = node.marks.map(({ type, attrs }) => ({ kind: type.name, id: Number(attrs['id']) }))
    const all = [...around, ...marks, ...(ownSuggestion ? [ownSuggestion] : [])]
    if (node.type.name === 'footnoteReference')
      for (const { kind, id } of all) {
        const key = `${kind} ${node.attrs['label']}`
        idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id))
      }
    node.forEach((child) => collect(child, all))
  }
  collect(block, [])
}

/**
 * The document with suggestions that turn it into the revised one: edits within revised blocks, and whole blocks where they are
 * unrelated. Rejecting all of them restores the document, accepting all of them gives the revised one.
 */
export const suggestEdits = (doc: Node, revised: DocumentNode): Node => {
  const { schema } = doc.type
  const { insertion, deletion } = schema.marks
  if (!insertion || !deletion) throw new Error('The schema has no marks for suggestions')
  let ids = 0
  const createId = () => (ids += 1)
  const target = Node.fromJSON(schema, revised)
  const pairs = pairBlocks(childrenOf(doc), childrenOf(target), (old, now) => suggestWithin(old, now, createId))
  const blocks = pairs.flatMap(({ old, now, revision }) => {
    if (revision) return [revision]
    if (revision === null) return old ? [old] : []
    const id = createId()
    const mark = (block: Node, type: typeof insertion) => block.mark(type.create({ id }).addToSet(block.marks))
    return [...(old ? [mark(old, deletion)] : []), ...(now ? [mark(now, insertion)] : [])]
  })
  return doc.copy(Fragment.fromArray(joinNotes(blocks)))
}
