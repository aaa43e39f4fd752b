import { Node } from '@tiptap/core'

const label = (attribute: string) => ({
  label: {
    default: '1',
    parseHTML: (element: HTMLElement) => element.getAttribute(attribute),
    renderHTML: ({ label: name }: Record<string, unknown>) => ({ [attribute]: String(name) }),
  },
})

/** Where a footnote is pointed at: its raised number, which is one piece to the keyboard. */
const FootnoteReference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => label('data-footnote-reference'),
  parseHTML: () => [{ tag: 'sup[data-footnote-reference]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['sup', HTMLAttributes, String(node.attrs['label'])],
})

/** What a footnote says; its number is drawn before it and is no part of its words. */
const FootnoteDefinition = Node.create({
  name: 'footnoteDefinition',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => label('data-footnote'),
  parseHTML: () => [{ tag: 'div[data-footnote]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    { role: 'group', 'aria-label': `Footnote ${String(node.attrs['label'])}`, ...HTMLAttributes },
    0,
  ],
})

export const footnoteExtensions = [FootnoteReference, FootnoteDefinition]
