import { Extension, Mark, Node } from '@tiptap/core'

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

/** Items of lists and rows of tables say it themselves: HTML has no element that may stand around them. */
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
