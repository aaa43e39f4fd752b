import type { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'

export type Verdict = 'accept' | 'reject'

interface Part {
  readonly id: number
  readonly kind: 'insertion' | 'deletion'
  readonly from: number
  readonly to: number
  /** How it is marked: a mark on words, a mark on a block, or an attribute of the item or row itself. */
  readonly carrier: 'words' | 'block' | 'itself'
}

/** A suggestion as shown to the reader. */
export interface Suggestion {
  readonly id: number
  readonly from: number
  readonly to: number
}

/** The undecided suggestions, in text order. */
export const listSuggestions = (doc: Node): Suggestion[] => {
  const suggestions = new Map<number, Suggestion>()
  for (const { id, from, to } of partsOf(doc)) {
    const earlier = suggestions.get(id)
    // footnotes at the end of the text are not part of the range to scroll to
    suggestions.set(
      id,
      earlier === undefined ? { id, from, to } : { ...earlier, to: from === earlier.to ? to : earlier.to },
    )
  }
  return [...suggestions.values()]
}

/** Applies a decision on one suggestion, or on all with `null`. A rejected one leaves the text as if it had never been suggested. */
export const settleSuggestions = <T extends Transform>(tr: T, verdict: Verdict, id: number | null): T => {
  const removedKind = verdict === 'accept' ? 'deletion' : 'insertion'
  // from the end, so that applying one does not shift the others
  for (const part of partsOf(tr.doc).toReversed()) {
    if (id !== null && part.id !== id) continue
    const { kind, from, to, carrier } = part
    const mark = tr.doc.type.schema.marks[kind]
    if (kind === removedKind) tr.delete(from, to)
    else if (carrier === 'itself') tr.setNodeAttribute(from, 'suggestion', null)
    else if (!mark) continue
    else if (carrier === 'block') tr.removeNodeMark(from, mark)
    else tr.removeMark(from, to, mark)
  }
  return tr
}

/** The text with all undecided suggestions rejected. */
export const withoutSuggestions = (doc: Node): Node => settleSuggestions(new Transform(doc), 'reject', null).doc

const partsOf = (doc: Node): Part[] => {
  const parts: Part[] = []
  doc.descendants((node, from) => {
    const to = from + node.nodeSize
    const ownSuggestion = node.attrs['suggestion'] as { id: number; kind: Part['kind'] } | null | undefined
    if (ownSuggestion) parts.push({ ...ownSuggestion, from, to, carrier: 'itself' })
    for (const { type, attrs } of node.marks) {
      const kind = type.name
      if (kind === 'insertion' || kind === 'deletion')
        parts.push({ id: Number(attrs['id']), kind, from, to, carrier: node.isBlock ? 'block' : 'words' })
    }
    return true
  })
  return parts
}
