import { Fragment, Node } from '@tiptap/pm/model'
import type { DocumentNode } from '../markdown/document-node.ts'
import { joinNotes } from './join-notes.ts'
import { childrenOf, pairBlocks } from './pair-blocks.ts'
import { suggestWithin } from './suggest-within.ts'

/**
 * The document with all that would make it the revised one, as suggestions: what changes within a block that was revised, and whole blocks
 * where it is another. Rejecting all of them gives the document back as it was, accepting all of them the revised one.
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
