import type { RootContent } from 'mdast'
import type { DocumentNode } from './document-node.ts'
import { fromBlock } from './from-document.ts'
import { isHostile, readTree } from './read-tree.ts'
import { toBlock } from './to-document.ts'
import { writeTree } from './write-tree.ts'

/** A text in the editor, and how what is in the editor becomes a text again. */
export interface OpenText {
  readonly document: DocumentNode
  /** The document as Markdown: blocks that are as they were read are the bytes that were read. */
  write(document: DocumentNode): string
}

/** Opens a Markdown text. Nothing of it is lost, and what nobody touches stays byte for byte, so that opening a text does not change it. */
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
      const said = (document.content ?? []).filter((block) => fromBlock(block) !== null)
      const keys = said.map(keyOf)
      if (isSame(keys, original)) return text
      if (hasListsInARow(said)) return writeAnew(document)
      return keys
        .map((key, place) => {
          const block = sources.get(key) ?? writeAnew({ type: 'doc', content: [said[place] as DocumentNode] })
          return place === 0 ? block : (gaps.get(`${keys[place - 1]} ${key}`) ?? '\n\n') + block
        })
        .join('')
    },
  }
}

/** The document as Markdown, with no memory of how it was written. */
export const writeAnew = ({ content = [] }: DocumentNode): string =>
  writeTree(content.map(fromBlock).filter((node) => node !== null))

/** What is full of marks is one piece of Markdown to the editor. */
const openAsWritten = (text: string): OpenText => ({
  document: { type: 'doc', content: [{ type: 'rawBlock', content: [{ type: 'text', text }] }] },
  write: ({ content = [] }) => writeAnew({ type: 'doc', content }),
})

const keyOf = (block: DocumentNode): string => JSON.stringify(block)

/** From the beginning of its first line: the blanks before it are a part of it. */
const startOf = ({ position }: RootContent, text: string): number =>
  text.lastIndexOf('\n', (position?.start.offset ?? 0) - 1) + 1

const linesOf = (node: RootContent, text: string): string => text.slice(startOf(node, text), node.position?.end.offset)

/** Whether it ends where it ends whatever comes after it: not so code by indentation, fences without an end, and HTML. */
const isClosed = (node: RootContent, text: string): boolean => {
  if (node.type === 'html') return false
  if (node.type !== 'code') return true
  const lines = linesOf(node, text).trim().split('\n')
  return lines.length > 1 && /^(`{3,}|~{3,})$/.test(lines.at(-1)?.trim() ?? '') && /^(`{3,}|~{3,})/.test(lines[0] ?? '')
}

/** Lists that follow each other are told apart by their signs, which only who writes both can choose. */
const hasListsInARow = (blocks: readonly DocumentNode[]): boolean =>
  blocks.some((block, place) => block.type.endsWith('List') && blocks[place - 1]?.type === block.type)

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, place) => one === others[place])
