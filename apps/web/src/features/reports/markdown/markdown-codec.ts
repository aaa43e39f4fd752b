import type { BlockContent, ListItem, PhrasingContent, RootContent, TableRow, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type DocumentMark, type DocumentNode, markOrder, toBlock, writeTree } from './to-document.ts'
import { type SignalBlock, writeBlock } from './signal-block.ts'

/** A block of the editor's document as a Markdown node; null if it is empty. */
const fromBlock = (node: DocumentNode): RootContent | null => {
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
  const end = nodes.findIndex(({ marks = [] }) => !marks.some((candidate) => JSON.stringify(candidate) === key))
  return end === -1 ? nodes.length : end
}

const wrap = (mark: DocumentMark, run: readonly DocumentNode[], applied: readonly string[]): PhrasingContent[] => {
  const type = treeNames[mark.type as keyof typeof treeNames]
  const nested = [...applied, mark.type]
  // a mark unknown to the writer: its text stays
  if (type === undefined) return nest(run, nested)
  if (type === 'link') return [{ type, url: String(mark.attrs?.['href']), children: nest(run, nested) }]
  if (type !== 'delete') return [{ type, children: nest(run, nested) }]
  // strikethrough applies to words, not to surrounding spaces
  const inner = trimEnds(run)
  const before = inner.length === 0 ? '' : (/^\s*/.exec(run[0]?.text ?? '')?.[0] ?? '')
  const after = /\s*$/.exec(run.at(-1)?.text ?? '')?.[0] ?? ''
  return [
    ...(before === '' ? [] : [{ type: 'text', value: before } as const]),
    ...(inner.length === 0 ? [] : [{ type, children: nest(inner, nested) }]),
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

const mark = /[[\]*_`<&>!=~]|^\s*[-+#]|\d[.)]\s/gm

/** More than any paragraph, list or table that a person wrote contains. */
const maxMarks = 2_000

/** Whether some part has so many marks that parsing it would block the tab: parsing takes quadratic time. */
const isHostile = (text: string): boolean =>
  text.split(/\n[ \t]*\n/).some((part) => (part.match(mark)?.length ?? 0) > maxMarks)

/** The tree of a Markdown text with tables, footnotes and strikethrough. */
export const readTree = (text: string): Root =>
  fromMarkdown(text, {
    extensions: [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmFootnote()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmFootnoteFromMarkdown()],
  })

/** A text in the editor, and how to convert the editor's document back to text. */
interface OpenText {
  readonly document: DocumentNode
  /** The document as Markdown: unchanged blocks are written with their original bytes. */
  write(document: DocumentNode): string
}

/** Opens a Markdown text losslessly: untouched parts stay byte for byte, so that opening a text does not change it. */
export const openText = (text: string): OpenText => {
  if (isHostile(text)) return openAsWritten(text)
  const nodes = readTree(text).children
  const blocks = nodes.map((node) => ({ key: keyOf(toBlock(node)), source: linesOf(node, text), node }))
  const sources = new Map(blocks.filter(({ node }) => isClosed(node, text)).map(({ key, source }) => [key, source]))
  const original = blocks.map(({ key }) => key)
  const gaps = new Map(
    nodes
      .slice(1)
      .map((node, place) => [
        `${original[place]} ${original[place + 1]}`,
        text.slice(nodes[place]?.position?.end.offset ?? 0, startOf(node, text)),
      ]),
  )
  return {
    document: { type: 'doc', content: nodes.length === 0 ? [{ type: 'paragraph' }] : nodes.map(toBlock) },
    write(document) {
      const nonEmptyBlocks = (document.content ?? []).filter((block) => fromBlock(block) !== null)
      const keys = nonEmptyBlocks.map(keyOf)
      if (isSame(keys, original)) return text
      if (hasListsInARow(nonEmptyBlocks)) return rewriteDocument(document)
      return keys
        .map((key, place) => {
          const block =
            sources.get(key) ?? rewriteDocument({ type: 'doc', content: [nonEmptyBlocks[place] as DocumentNode] })
          return place === 0 ? block : (gaps.get(`${keys[place - 1]} ${key}`) ?? '\n\n') + block
        })
        .join('')
    },
  }
}

/** The document as Markdown, formatted without regard to its original source. */
export const rewriteDocument = ({ content = [] }: DocumentNode): string =>
  writeTree(content.map(fromBlock).filter((node) => node !== null))

/** A text full of marks becomes a single raw block in the editor. */
const openAsWritten = (text: string): OpenText => ({
  document: { type: 'doc', content: [{ type: 'rawBlock', content: [{ type: 'text', text }] }] },
  write: ({ content = [] }) => rewriteDocument({ type: 'doc', content }),
})

const keyOf = (block: DocumentNode): string => JSON.stringify(block)

/** The start of its first line: leading spaces are part of it. */
const startOf = ({ position }: RootContent, text: string): number =>
  text.lastIndexOf('\n', (position?.start.offset ?? 0) - 1) + 1

const linesOf = (node: RootContent, text: string): string => text.slice(startOf(node, text), node.position?.end.offset)

/** Whether following text cannot change where the block ends, unlike with indented code, unclosed fences, and HTML. */
const isClosed = (node: RootContent, text: string): boolean => {
  if (node.type === 'html') return false
  if (node.type !== 'code') return true
  const lines = linesOf(node, text).trim().split('\n')
  return lines.length > 1 && /^(`{3,}|~{3,})$/.test(lines.at(-1)?.trim() ?? '') && /^(`{3,}|~{3,})/.test(lines[0] ?? '')
}

/** Adjacent lists are distinguished by their bullet characters, which only works if both are written together. */
const hasListsInARow = (blocks: readonly DocumentNode[]): boolean =>
  blocks.some((block, place) => block.type.endsWith('List') && blocks[place - 1]?.type === block.type)

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((innerMark, place) => innerMark === b[place])
