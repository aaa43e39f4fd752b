import { Fragment, Node } from '@tiptap/pm/model'
import { matchSequences } from '../conflict/match-sequences.ts'
import type { DocumentNode } from '../markdown/document-node.ts'
import { normalDocument } from '../markdown/normal-document.ts'
import { suggestWords } from './suggest-words.ts'

/**
 * The document with all that would make it the revised one, as suggestions: words within a block that was revised, and whole blocks where
 * it is another. Rejecting all of them gives the document back as it was, accepting all of them the revised one.
 */
export const suggestEdits = (doc: Node, revised: DocumentNode): Node => {
  const { schema } = doc.type
  const { insertion, deletion } = schema.marks
  if (!insertion || !deletion) throw new Error('The schema has no marks for suggestions')
  const target = Node.fromJSON(schema, revised)
  const [old, now] = [childrenOf(doc), childrenOf(target)]
  const match = matchSequences(old.map(keyOf), now.map(keyOf))
  const blocks: Node[] = []
  let ids = 0
  const createId = () => (ids += 1)
  const add = (block: Node, type: typeof insertion, id: number) =>
    blocks.push(block.mark(type.create({ id }).addToSet(block.marks)))
  let [at, newAt] = [0, 0]
  const change = (end: number, newEnd: number) => {
    for (let place = 0; place < Math.max(end - at, newEnd - newAt); place += 1) {
      const before = at + place < end ? old[at + place] : undefined
      const after = newAt + place < newEnd ? now[newAt + place] : undefined
      const words = before && after && suggestWords(before, after, createId)
      if (words) blocks.push(words)
      else {
        const id = createId()
        if (before) add(before, deletion, id)
        if (after) add(after, insertion, id)
      }
    }
    ;[at, newAt] = [end, newEnd]
  }
  for (const [place, newPlace] of match.entries()) {
    if (newPlace < 0) continue
    change(place, newPlace)
    blocks.push(old[place] as Node) // of the places that there are
    ;[at, newAt] = [place + 1, newPlace + 1]
  }
  change(old.length, now.length)
  return doc.copy(Fragment.fromArray(blocks))
}

const childrenOf = (doc: Node): Node[] => Array.from({ length: doc.childCount }, (_, place) => doc.child(place))

/** What Markdown says of a block; how the editor draws it is no difference. */
const keyOf = (block: Node): string => JSON.stringify(normalDocument(block.toJSON() as DocumentNode))
