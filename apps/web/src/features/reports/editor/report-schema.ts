import { Extension, Mark, Node, type AnyExtension } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

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

const suggestionExtensions = [
  SuggestibleDocument,
  SuggestibleParts,
  createMark('insertion', 'ins'),
  createMark('deletion', 'del'),
]

const label = (attribute: string) => ({
  label: {
    default: '1',
    parseHTML: (element: HTMLElement) => element.getAttribute(attribute),
    renderHTML: ({ label: name }: Record<string, unknown>) => ({ [attribute]: String(name) }),
  },
})

/** A reference to a footnote: its raised number, which the keyboard treats as one character. */
const FootnoteReference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => label('data-footnote-reference'),
  parseHTML: () => [{ tag: 'sup[data-footnote-reference]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['sup', HTMLAttributes, String(node.attrs['label'])],
})

/** The content of a footnote; its number is rendered before it and is not part of the text. */
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

const footnoteExtensions = [FootnoteReference, FootnoteDefinition]

/** Attributes of Markdown lists and tables that the editor's own nodes lack. */
const MarkdownAttributes = Extension.create({
  name: 'markdownAttributes',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: { isSpread: { default: false, rendered: false } } },
    {
      types: ['tableCell', 'tableHeader'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element: HTMLElement) => element.style.textAlign || null,
          renderHTML: ({ align }: Record<string, unknown>) =>
            typeof align === 'string' ? { style: `text-align: ${align}` } : {},
        },
      },
    },
  ],
})

/** Markdown that the editor has no node for, such as HTML: shown and edited as source. */
const RawBlock = Node.create({
  name: 'rawBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre[data-markdown]', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', { 'data-markdown': '' }, 0],
})

/** The same within a line: a picture, a tag. It is never loaded nor followed. */
const RawInline = Node.create({
  name: 'rawInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ source: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'code[data-markdown]', getAttrs: (element) => ({ source: element.textContent }) }],
  renderHTML: ({ node }) => ['code', { 'data-markdown': '' }, String(node.attrs['source'])],
})

/** A number, chart, quotation or section of a signal. The renderer adds its view. */
export const SignalBlockNode = Node.create({
  name: 'signalBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    block: {
      default: null,
      parseHTML: (element: HTMLElement) => readJson(element.dataset['signalBlock']),
      renderHTML: ({ block }: Record<string, unknown>) => ({ 'data-signal-block': JSON.stringify(block) }),
    },
  }),
  // a block without its content, as in pasted HTML, is ignored
  parseHTML: () => [
    {
      tag: 'div[data-signal-block]',
      getAttrs: (element) => (readJson(element.dataset['signalBlock']) === null ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
})

const readJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

/** The parts of a report. MIT-licensed only (docs/decisions/writing-and-exports.md). */
export const createReportExtensions = (signalBlock: AnyExtension = SignalBlockNode): AnyExtension[] => [
  StarterKit.configure({
    code: false,
    document: false,
    underline: false,
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { rel: 'noreferrer noopener', target: '_blank' },
      isAllowedUri: (url) => /^(?:https?:\/\/|mailto:)\S+$/i.test(url),
    },
  }),
  // Markdown allows bold code
  Code.extend({ excludes: '' }),
  Table.configure({ resizable: false, HTMLAttributes: {} }),
  TableRow,
  // a Markdown cell is one line
  TableHeader.extend({ content: 'paragraph' }),
  TableCell.extend({ content: 'paragraph' }),
  MarkdownAttributes,
  RawBlock,
  RawInline,
  ...footnoteExtensions,
  signalBlock,
  ...suggestionExtensions,
]
