import type { BlockContent, ListItem, PhrasingContent, RootContent, TableRow } from 'mdast'
import type { DocumentMark, DocumentNode } from './document-node.ts'
import type { SignalBlock } from './signal-block.ts'
import { writeBlock } from './signal-block.ts'
import { markOrder } from './to-document.ts'

/** A block of the editor's document as a Markdown node; null if it is empty. */
export const fromBlock = (node: DocumentNode): RootContent | null => {
  const { type, attrs = {}, content = [] } = node
  switch (type) {
    case 'paragraph': {
      const children = fromLine(content)
      return children.length === 0 ? null : { type: 'paragraph', children }
    }
    case 'heading':
      // the editor offers exactly the six levels
      return { type: 'heading', depth: Number(attrs['level']) as 1, children: fromLine(content) }
    case 'blockquote':
      return { type: 'blockquote', children: fromBlocks(content) }
    case 'bulletList':
    case 'orderedList':
      return {
        type: 'list',
        ordered: type === 'orderedList',
        start: type === 'orderedList' ? Number(attrs['start'] ?? 1) : null,
        spread: attrs['isSpread'] === true,
        children: content.map((item) => fromItem(item, attrs['isSpread'] === true)),
      }
    case 'codeBlock':
      return { type: 'code', lang: stringOf(attrs['language']), value: textOf(node) }
    case 'signalBlock':
      return { type: 'code', lang: 'auspex', value: writeBlock(attrs['block'] as SignalBlock) }
    case 'footnoteDefinition':
      return { type: 'footnoteDefinition', ...nameOf(attrs), children: fromBlocks(content) }
    case 'horizontalRule':
      return { type: 'thematicBreak' }
    case 'table':
      return {
        type: 'table',
        align: (content[0]?.content ?? []).map((cell) => alignOf(cell.attrs?.['align'])),
        children: content.map(fromRow),
      }
    default:
      // nodes that the editor does not support are already Markdown
      return textOf(node) === '' ? null : { type: 'html', value: textOf(node) }
  }
}

/** The content of a quotation or an item: blocks, and Markdown that the editor has no node for. */
const fromBlocks = (content: readonly DocumentNode[]): BlockContent[] =>
  content.map(fromBlock).filter((node) => node !== null) as BlockContent[]

const fromItem = ({ content = [] }: DocumentNode, spread: boolean): ListItem => ({
  type: 'listItem',
  spread,
  children: fromBlocks(content),
})

const fromRow = ({ content = [] }: DocumentNode): TableRow => ({
  type: 'tableRow',
  children: content.map((cell) => ({
    type: 'tableCell',
    children: fromLine(
      (cell.content ?? []).flatMap((block, place) => [
        ...(place === 0 ? [] : [{ type: 'text', text: ' ' }]),
        // a cell is one line
        ...(block.content ?? []).map((node) => (node.type === 'hardBreak' ? { type: 'text', text: ' ' } : node)),
      ]),
    ),
  })),
})

/** The inline content of a block, without leading and trailing spaces, which Markdown does not support. */
const fromLine = (content: readonly DocumentNode[]): PhrasingContent[] => nest(trimEnds(content))

const trimEnds = (content: readonly DocumentNode[]): DocumentNode[] =>
  trimStart(trimStart(content, (text) => text.trimStart()).toReversed(), (text) => text.trimEnd()).toReversed()

/** Removes leading spaces and line breaks. */
const trimStart = (nodes: readonly DocumentNode[], strip: (text: string) => string): readonly DocumentNode[] => {
  const [first, ...rest] = nodes
  if (first === undefined) return []
  if (first.type === 'hardBreak') return trimStart(rest, strip)
  // in code, spaces are part of the code
  if (first.text === undefined || first.marks?.some(({ type }) => type === 'code')) return nodes
  const text = strip(first.text)
  return text === '' ? trimStart(rest, strip) : [{ ...first, text }, ...rest]
}

const treeNames = { link: 'link', bold: 'strong', italic: 'emphasis', strike: 'delete' } as const

/** Wraps runs of a mark in a node, the longest run outermost. */
const nest = (nodes: readonly DocumentNode[], applied: readonly string[] = []): PhrasingContent[] => {
  const phrasing: PhrasingContent[] = []
  for (let at = 0; at < nodes.length;) {
    const rest = nodes.slice(at)
    const open = (rest[0]?.marks ?? []).filter(({ type }) => type !== 'code' && !applied.includes(type))
    const [longest] = open
      .map((mark) => ({ mark, length: runLength(rest, mark) }))
      .toSorted((a, b) => b.length - a.length || orderOf(a.mark) - orderOf(b.mark))
    if (longest === undefined) {
      phrasing.push(fromLeaf(rest[0] as DocumentNode)) // exists while `at` is below the length
      at += 1
    } else {
      phrasing.push(...wrap(longest.mark, rest.slice(0, longest.length), applied))
      at += longest.length
    }
  }
  return phrasing
}

const orderOf = ({ type }: DocumentMark) => markOrder.indexOf(type)

const runLength = (nodes: readonly DocumentNode[], mark: DocumentMark): number => {
  const key = JSON.stringify(mark)
  const end = nodes.findIndex(({ marks = [] }) => !marks.some((one) => JSON.stringify(one) === key))
  return end === -1 ? nodes.length : end
}

const wrap = (mark: DocumentMark, run: readonly DocumentNode[], applied: readonly string[]): PhrasingContent[] => {
  const type = treeNames[mark.type as keyof typeof treeNames]
  const within = [...applied, mark.type]
  // a mark unknown to the writer: its text stays
  if (type === undefined) return nest(run, within)
  if (type === 'link') return [{ type, url: String(mark.attrs?.['href']), children: nest(run, within) }]
  if (type !== 'delete') return [{ type, children: nest(run, within) }]
  // strikethrough applies to words, not to surrounding spaces
  const inner = trimEnds(run)
  const before = inner.length === 0 ? '' : (/^\s*/.exec(run[0]?.text ?? '')?.[0] ?? '')
  const after = /\s*$/.exec(run.at(-1)?.text ?? '')?.[0] ?? ''
  return [
    ...(before === '' ? [] : [{ type: 'text', value: before } as const]),
    ...(inner.length === 0 ? [] : [{ type, children: nest(inner, within) }]),
    ...(after === '' ? [] : [{ type: 'text', value: after } as const]),
  ]
}

const fromLeaf = ({ type, text = '', attrs, marks = [] }: DocumentNode): PhrasingContent => {
  if (type === 'hardBreak') return { type: 'break' }
  if (type === 'footnoteReference') return { type, ...nameOf(attrs) }
  if (type === 'rawInline') return { type: 'html', value: stringOf(attrs?.['source']) ?? '' }
  return marks.some((mark) => mark.type === 'code')
    ? { type: 'inlineCode', value: text }
    : { type: 'text', value: text }
}

const textOf = ({ text = '', content = [] }: DocumentNode): string => text + content.map(textOf).join('')
const nameOf = (attrs: DocumentNode['attrs']) => {
  const label = String(attrs?.['label'])
  return { label, identifier: label.toLowerCase() }
}
const stringOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const alignOf = (value: unknown) => (value === 'left' || value === 'right' || value === 'center' ? value : null)
