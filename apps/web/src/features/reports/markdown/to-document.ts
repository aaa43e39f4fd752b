import type { RootContent, Code, FootnoteDefinition, FootnoteReference, List, PhrasingContent, Table } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'
import { readBlock } from './signal-block.ts'

/** A mark of the editor's document, as JSON. */
export interface DocumentMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** A node of the editor's document, as JSON. */
export interface DocumentNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly DocumentNode[]
  readonly marks?: readonly DocumentMark[]
  readonly text?: string
}

/** Blocks as Markdown, without the trailing line break. */
export const writeTree = (children: readonly RootContent[]): string =>
  toMarkdown(
    { type: 'root', children: [...children] },
    {
      bullet: '-',
      // not a bullet character, so that no rule is parsed as a list
      rule: '_',
      incrementListMarker: true,
      listItemIndent: 'one',
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), strikethrough, gfmFootnoteToMarkdown()],
    },
  ).replace(/\n$/, '')

const { handlers, ...rest } = gfmStrikethroughToMarkdown()

/** Strikethrough is delimited like bold text, wherever it occurs: this tells the writer which characters to encode as references. */
const strikethrough: Options = {
  ...rest,
  handlers: {
    delete: Object.assign((...args: Parameters<Handle>) => handlers?.delete?.(...args) ?? '', {
      peek: () => '~',
      attention: () => ({ construct: 'strikethrough' as const, markers: ['~'], sizes: [2] }),
    }),
  },
}

/** The editor requires content in each text, quotation and item. */
const toBlocks = (nodes: readonly RootContent[]): DocumentNode[] =>
  nodes.length === 0 ? [{ type: 'paragraph' }] : nodes.map(toBlock)

export const toBlock = (node: RootContent): DocumentNode => {
  if (node.type === 'paragraph') return withContent({ type: 'paragraph' }, toInline(node.children))
  if (node.type === 'heading')
    return withContent({ type: 'heading', attrs: { level: node.depth } }, toInline(node.children))
  if (node.type === 'blockquote') return { type: 'blockquote', content: toBlocks(node.children) }
  if (node.type === 'list') return toList(node)
  if (node.type === 'code') return toCode(node)
  if (node.type === 'footnoteDefinition')
    return { type: 'footnoteDefinition', attrs: { label: labelOf(node) }, content: toBlocks(node.children) }
  if (node.type === 'thematicBreak') return { type: 'horizontalRule' }
  return node.type === 'table' ? toTable(node) : toRawBlock(node)
}

const toRawBlock = (node: RootContent): DocumentNode => {
  const source = writeTree([node])
  return withContent({ type: 'rawBlock' }, source === '' ? [] : [toText(source, [])])
}

const toList = ({ ordered, start, spread, children }: List): DocumentNode => ({
  type: ordered ? 'orderedList' : 'bulletList',
  attrs: { ...(ordered && { start: start ?? 1 }), isSpread: spread === true || children.some((item) => item.spread) },
  content: children.map((item) => {
    const blocks = toBlocks(item.children)
    // an item in the editor must start with a paragraph
    return { type: 'listItem', content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks] }
  }),
})

const toCode = (node: Code): DocumentNode => {
  const { lang = null, meta, value } = node
  const block = lang === 'auspex' ? readBlock(value) : null
  if (block !== null) return { type: 'signalBlock', attrs: { block } }
  // the editor cannot represent text after the language
  if (meta != null) return toRawBlock(node)
  return withContent({ type: 'codeBlock', attrs: { language: lang } }, value === '' ? [] : [toText(value, [])])
}

const toTable = ({ align, children }: Table): DocumentNode => {
  const width = Math.max(...children.map((row) => row.children.length))
  return {
    type: 'table',
    content: children.map((row, place) => ({
      type: 'tableRow',
      content: Array.from({ length: width }, (_, column) => ({
        type: place === 0 ? 'tableHeader' : 'tableCell',
        attrs: { colspan: 1, rowspan: 1, colwidth: null, align: align?.[column] ?? null },
        content: [withContent({ type: 'paragraph' }, toInline(row.children[column]?.children ?? []))],
      })),
    })),
  }
}

const markNames = { strong: 'bold', emphasis: 'italic', delete: 'strike' } as const

const toInline = (nodes: readonly PhrasingContent[], marks: readonly DocumentMark[] = []): DocumentNode[] =>
  joinTexts(nodes.flatMap((node) => toInlineNode(node, marks)))

const toInlineNode = (node: PhrasingContent, marks: readonly DocumentMark[]): DocumentNode[] => {
  // a line break in a paragraph is rendered as a space
  if (node.type === 'text') return node.value === '' ? [] : [toText(node.value.replaceAll('\n', ' '), marks)]
  if (node.type === 'inlineCode') return [toText(node.value.replaceAll('\n', ' '), [...marks, { type: 'code' }])]
  if (node.type === 'break') return [withMarks({ type: 'hardBreak' }, marks)]
  if (node.type === 'footnoteReference')
    return [withMarks({ type: 'footnoteReference', attrs: { label: labelOf(node) } }, marks)]
  if (node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete')
    return toInline(node.children, [...marks, { type: markNames[node.type] }])
  if (node.type === 'link' && isPlainLink(node))
    return toInline(node.children, [...marks, { type: 'link', attrs: { href: node.url } }])
  return [toRawInline(node, marks)]
}

/** The label of a footnote as it was written. */
const labelOf = ({ label, identifier }: FootnoteReference | FootnoteDefinition): string => label ?? identifier

/** A link that the editor can represent: without a title, and with a safe address. */
const isPlainLink = ({ title, url, children }: Extract<PhrasingContent, { type: 'link' }>) =>
  title == null && /^(?:https?:\/\/|mailto:)\S+$/i.test(url) && children.length > 0

const toText = (text: string, marks: readonly DocumentMark[]): DocumentNode => withMarks({ type: 'text', text }, marks)

const toRawInline = (node: PhrasingContent, marks: readonly DocumentMark[]): DocumentNode => {
  const source = writeTree([{ type: 'paragraph', children: [node] }])
  return withMarks({ type: 'rawInline', attrs: { source: source.replaceAll('\n', ' ') } }, marks)
}

/** The order of the editor's schema. */
export const markOrder = ['link', 'bold', 'italic', 'strike', 'code']

const withMarks = (node: DocumentNode, marks: readonly DocumentMark[]): DocumentNode =>
  marks.length === 0
    ? node
    : { ...node, marks: markOrder.flatMap((type) => marks.find((mark) => mark.type === type) ?? []) }

/** Adjacent texts with the same marks are a single text in the editor. */
const joinTexts = (nodes: readonly DocumentNode[]): DocumentNode[] => {
  const joined: DocumentNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (last?.text !== undefined && node.text !== undefined && isSame(last.marks, node.marks))
      joined[joined.length - 1] = { ...last, text: last.text + node.text }
    else joined.push(node)
  }
  return joined
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const withContent = (node: DocumentNode, content: readonly DocumentNode[]): DocumentNode =>
  content.length === 0 ? node : { ...node, content }

/** The relevant attributes of each node; the rest is the editor's rendering state. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  orderedList: ['start', 'isSpread'],
  bulletList: ['isSpread'],
  codeBlock: ['language'],
  signalBlock: ['block'],
  tableHeader: ['colspan', 'rowspan', 'colwidth', 'align'],
  tableCell: ['colspan', 'rowspan', 'colwidth', 'align'],
  rawInline: ['source'],
  footnoteReference: ['label'],
  footnoteDefinition: ['label'],
  link: ['href'],
}

/** The editor's document in the codec's form: the same attributes in the same order. */
export const normalDocument = ({ type, attrs, content, marks, text }: DocumentNode): DocumentNode => ({
  type,
  ...chooseAttrs(type, attrs),
  ...(content !== undefined && content.length > 0 && { content: content.map(normalDocument) }),
  ...(text !== undefined && { text }),
  ...(marks !== undefined && marks.length > 0 && { marks: normalMarks(marks) }),
})

const normalMarks = (marks: readonly DocumentMark[]): DocumentMark[] =>
  markOrder.flatMap((type) => {
    const mark = marks.find((candidate) => candidate.type === type)
    return mark === undefined ? [] : [{ type, ...chooseAttrs(type, mark.attrs) }]
  })

const chooseAttrs = (type: string, attrs: DocumentNode['attrs']) => {
  const names = attributes[type]
  return names === undefined ? {} : { attrs: Object.fromEntries(names.map((name) => [name, attrs?.[name] ?? null])) }
}
