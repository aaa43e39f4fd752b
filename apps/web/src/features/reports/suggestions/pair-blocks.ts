import type { Node } from '@tiptap/pm/model'
import { matchSequences } from '../conflict/match-sequences.ts'
import type { DocumentNode } from '../markdown/document-node.ts'
import { normalDocument } from '../markdown/normal-document.ts'

/** A block of the old text, of the new one, or both if they are identical or one is a revision of the other. */
export interface BlockPair<Revision> {
  readonly old?: Node | undefined
  readonly now?: Node | undefined
  /** The revision of the pair; null if both are identical, absent if they are unrelated. */
  readonly revision?: Revision | null
}

/**
 * Pairs the blocks of two texts in the order of both: first identical ones, then, between these, each with the next one that
 * `revise` accepts as a revision of it.
 */
export const pairBlocks = <Revision>(
  old: readonly Node[],
  now: readonly Node[],
  revise: (old: Node, now: Node) => Revision | null,
): BlockPair<Revision>[] => {
  const pairs: BlockPair<Revision>[] = []
  let [at, newAt] = [0, 0]
  const pairBetween = (end: number, newEnd: number) => {
    for (let place = at; place < end; place += 1)
      for (let newPlace = newAt; newPlace < newEnd; newPlace += 1) {
        const [before, after] = [old[place] as Node, now[newPlace] as Node] // both positions exist
        const revision = revise(before, after)
        if (revision === null) continue
        pairs.push(...strangers(old.slice(at, place), now.slice(newAt, newPlace)), {
          old: before,
          now: after,
          revision,
        })
        ;[at, newAt] = [place + 1, newPlace + 1]
        break
      }
    pairs.push(...strangers(old.slice(at, end), now.slice(newAt, newEnd)))
    ;[at, newAt] = [end, newEnd]
  }
  for (const [place, newPlace] of matchSequences(old.map(keyOf), now.map(keyOf)).entries()) {
    if (newPlace < 0) continue
    pairBetween(place, newPlace)
    pairs.push({ old: old[place], now: now[newPlace], revision: null })
    ;[at, newAt] = [place + 1, newPlace + 1]
  }
  pairBetween(old.length, now.length)
  return pairs
}

export const childrenOf = (node: Node): Node[] =>
  Array.from({ length: node.childCount }, (_, place) => node.child(place))

/** The Markdown-relevant content of a block; rendering attributes are ignored. */
export const keyOf = (block: Node): string => JSON.stringify(normalDocument(block.toJSON() as DocumentNode))

/** Pairs unrelated blocks by position, as long as both texts have one. */
const strangers = (old: readonly Node[], now: readonly Node[]): BlockPair<never>[] =>
  Array.from({ length: Math.max(old.length, now.length) }, (_, place) => ({
    ...(old[place] && { old: old[place] }),
    ...(now[place] && { now: now[place] }),
  }))
