import type { RootContent, Root } from 'mdast'
import type { DocumentNode } from './document-node.ts'
import { fromBlock } from './from-document.ts'
import { toBlock, writeTree } from './to-document.ts'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'

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
export interface OpenText {
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
      if (hasListsInARow(nonEmptyBlocks)) return writeAnew(document)
      return keys
        .map((key, place) => {
          const block = sources.get(key) ?? writeAnew({ type: 'doc', content: [nonEmptyBlocks[place] as DocumentNode] })
          return place === 0 ? block : (gaps.get(`${keys[place - 1]} ${key}`) ?? '\n\n') + block
        })
        .join('')
    },
  }
}

/** The document as Markdown, formatted without regard to its original source. */
export const writeAnew = ({ content = [] }: DocumentNode): string =>
  writeTree(content.map(fromBlock).filter((node) => node !== null))

/** A text full of marks becomes a single raw block in the editor. */
const openAsWritten = (text: string): OpenText => ({
  document: { type: 'doc', content: [{ type: 'rawBlock', content: [{ type: 'text', text }] }] },
  write: ({ content = [] }) => writeAnew({ type: 'doc', content }),
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

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, place) => one === others[place])
