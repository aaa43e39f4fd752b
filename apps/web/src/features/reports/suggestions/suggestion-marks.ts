import { Mark, Node } from '@tiptap/core'

/** The mark of what a suggestion adds or takes away; its id tells suggestions apart. What is pasted never is a suggestion. */
const createMark = (name: 'insertion' | 'deletion', tag: 'ins' | 'del') =>
  Mark.create({
    name,
    inclusive: false,
    excludes: 'insertion deletion',
    addAttributes: () => ({ id: { default: 0, rendered: false } }),
    renderHTML: () => [tag, { 'data-suggestion': '' }, 0],
  })

/** A text whose blocks can be suggested as a whole. */
const SuggestibleDocument = Node.create({
  name: 'doc',
  topNode: true,
  content: 'block+',
  marks: 'insertion deletion',
})

export const suggestionExtensions = [SuggestibleDocument, createMark('insertion', 'ins'), createMark('deletion', 'del')]
