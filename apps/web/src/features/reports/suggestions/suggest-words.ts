import { Fragment, type Node } from '@tiptap/pm/model'
import { matchSequences } from '../conflict/match-sequences.ts'
import { wordPattern } from './in-common.ts'

/** The block with the words of both, those of the old one marked as taken away and those of the new as added; null when they have less than `least` in common. */
export const suggestWords = (old: Node, now: Node, createId: () => number, least: number): Node | null => {
  if (!old.isTextblock || !old.sameMarkup(now) || old.type.spec.code) return null
  const { insertion, deletion } = old.type.schema.marks
  if (!insertion || !deletion) return null
  const [oldTokens, newTokens] = [tokensOf(old), tokensOf(now)]
  const match = matchSequences(oldTokens.map(keyOf), newTokens.map(keyOf))
  const common = oldTokens.filter((_token, place) => (match[place] ?? -1) >= 0)
  if (lengthOf(common) < least * Math.max(lengthOf(oldTokens), lengthOf(newTokens))) return null
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
    nodes.push(oldTokens[place] as Node) // of the places that there are
    ;[at, newAt] = [place + 1, newPlace + 1]
  }
  change(oldTokens.length, newTokens.length)
  // the same text in neighbours is one text, as the editor keeps it
  return old.copy(Fragment.fromArray(nodes))
}

/** The words and signs of a block, and what in it is no text. */
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
