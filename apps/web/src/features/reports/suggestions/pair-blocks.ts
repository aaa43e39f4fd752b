import type { Node } from '@tiptap/pm/model'
import { type DocumentNode, normalDocument } from '../markdown/to-document.ts'

/** The maximum size of the comparison table; larger differences are not matched, to limit memory. */
const maxCells = 4_000_000

/** For each item of the old sequence, its position in the new one; -1 if it was removed. The longest common subsequence. */
export const matchSequences = (old: readonly string[], now: readonly string[]): number[] => {
  const match = old.map(() => -1)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) match[start] = start++
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) match[--oldEnd] = --nowEnd
  const [height, width] = [oldEnd - start, nowEnd - start]
  if (height * width === 0 || height * width > maxCells) return match
  const lengths = new Uint32Array((height + 1) * (width + 1))
  const cell = (row: number, column: number) => lengths[row * (width + 1) + column] ?? 0
  for (let row = height - 1; row >= 0; row -= 1)
    for (let column = width - 1; column >= 0; column -= 1)
      lengths[row * (width + 1) + column] =
        old[start + row] === now[start + column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1))
  for (let row = 0, column = 0; row < height && column < width;)
    if (old[start + row] === now[start + column]) match[start + row++] = start + column++
    else if (cell(row + 1, column) >= cell(row, column + 1)) row += 1
    else column += 1
  return match
}

/** A block of the old text, of the new one, or both if they are identical or one is a revision of the other. */
interface BlockPair<Revision> {
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
        pairs.push(...pairUnrelated(old.slice(at, place), now.slice(newAt, newPlace)), {
          old: before,
          now: after,
          revision,
        })
        ;[at, newAt] = [place + 1, newPlace + 1]
        break
      }
    pairs.push(...pairUnrelated(old.slice(at, end), now.slice(newAt, newEnd)))
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
const keyOf = (block: Node): string => JSON.stringify(normalDocument(block.toJSON() as DocumentNode))

/** Pairs unrelated blocks by position, as long as both texts have one. */
const pairUnrelated = (old: readonly Node[], now: readonly Node[]): BlockPair<never>[] =>
  Array.from({ length: Math.max(old.length, now.length) }, (_, place) => ({
    ...(old[place] && { old: old[place] }),
    ...(now[place] && { now: now[place] }),
  }))

/** A word or a punctuation mark, with the following space. */
export const wordPattern = /[\p{L}\p{N}\p{M}]+\s*|[^\p{L}\p{N}\p{M}\s]\s*|\s+/gu

/** The share of the longer text below which two texts are unrelated, instead of revisions of each other. */
export const minShareInCommon = 0.4

/** The share of the longer block that occurs in both, in any order: fast enough to be computed for every pair. */
export const inCommon = (a: Node, b: Node): number => {
  const [words, others] = [wordsOf(a), wordsOf(b)]
  const unmatchedCounts = new Map<string, number>()
  for (const word of words) unmatchedCounts.set(word, (unmatchedCounts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of others) {
    const count = unmatchedCounts.get(word) ?? 0
    if (count === 0) continue
    unmatchedCounts.set(word, count - 1)
    common += word.length
  }
  const longerLength = Math.max(lengthOf(words), lengthOf(others))
  return longerLength === 0 ? 0 : common / longerLength
}

const wordsOf = (block: Node): string[] =>
  (block.textBetween(0, block.content.size, ' ').match(wordPattern) ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== '')

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0)
