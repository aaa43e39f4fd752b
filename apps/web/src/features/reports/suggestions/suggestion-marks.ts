import { Extension, Mark, Node } from '@tiptap/core'

/** The mark of inserted or deleted content; its id identifies the suggestion. Pasted content is never a suggestion. */
const createMark = (name: 'insertion' | 'deletion', tag: 'ins' | 'del') =>
  Mark.create({
    name,
    inclusive: false,
    excludes: 'insertion deletion',
    addAttributes: () => ({ id: { default: 0, rendered: false } }),
    renderHTML: () => [tag, { 'data-suggestion': '' }, 0],
  })

/** A document whose blocks can be suggested as a whole. */
const SuggestibleDocument = Node.create({
  name: 'doc',
  topNode: true,
  content: 'block+',
  marks: 'insertion deletion',
})

/** Adds the suggestion attribute to list items and table rows: HTML has no element that may wrap them. */
const SuggestibleParts = Extension.create({
  name: 'suggestibleParts',
  addGlobalAttributes: () => [
    {
      types: ['listItem', 'tableRow'],
      attributes: {
        suggestion: {
          default: null,
          parseHTML: () => null,
          renderHTML: ({ suggestion }: Record<string, unknown>) =>
            suggestion === null ? {} : { 'data-suggestion': (suggestion as { kind: string }).kind },
        },
      },
    },
  ],
})

export const suggestionExtensions = [
  SuggestibleDocument,
  SuggestibleParts,
  createMark('insertion', 'ins'),
  createMark('deletion', 'del'),
]
