import type { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'

export type Verdict = 'accept' | 'reject'

interface Part {
  readonly id: number
  readonly kind: 'insertion' | 'deletion'
  readonly from: number
  readonly to: number
  /** What says it: a mark of words, a mark of a block, or the item or row itself. */
  readonly carrier: 'words' | 'block' | 'itself'
}

/** A suggestion as its reader sees it. */
export interface Suggestion {
  readonly id: number
  readonly from: number
  readonly to: number
}

/** The suggestions that nobody has decided yet, in the order of the text. */
export const listSuggestions = (doc: Node): Suggestion[] => {
  const suggestions = new Map<number, Suggestion>()
  for (const { id, from, to } of partsOf(doc)) {
    const begun = suggestions.get(id)
    // what it says in footnotes at the end of the text is no place to lead to
    suggestions.set(id, begun === undefined ? { id, from, to } : { ...begun, to: from === begun.to ? to : begun.to })
  }
  return [...suggestions.values()]
}

/** Does what a person decided of a suggestion, or of all with `null`. What is rejected leaves the text as if it had never been suggested. */
export const settleSuggestions = <T extends Transform>(tr: T, verdict: Verdict, id: number | null): T => {
  const goes = verdict === 'accept' ? 'deletion' : 'insertion'
  // from the end, so that what was settled moves nothing that is still to come
  for (const part of partsOf(tr.doc).toReversed()) {
    if (id !== null && part.id !== id) continue
    const { kind, from, to, carrier } = part
    const mark = tr.doc.type.schema.marks[kind]
    if (kind === goes) tr.delete(from, to)
    else if (carrier === 'itself') tr.setNodeAttribute(from, 'suggestion', null)
    else if (!mark) continue
    else if (carrier === 'block') tr.removeNodeMark(from, mark)
    else tr.removeMark(from, to, mark)
  }
  return tr
}

/** The text as it is while nothing is decided: without what is only suggested. */
export const withoutSuggestions = (doc: Node): Node => settleSuggestions(new Transform(doc), 'reject', null).doc

const partsOf = (doc: Node): Part[] => {
  const parts: Part[] = []
  doc.descendants((node, from) => {
    const to = from + node.nodeSize
    const own = node.attrs['suggestion'] as { id: number; kind: Part['kind'] } | null | undefined
    if (own) parts.push({ ...own, from, to, carrier: 'itself' })
    for (const { type, attrs } of node.marks) {
      const kind = type.name
      if (kind === 'insertion' || kind === 'deletion')
        parts.push({ id: Number(attrs['id']), kind, from, to, carrier: node.isBlock ? 'block' : 'words' })
    }
    return true
  })
  return parts
}
