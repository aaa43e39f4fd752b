import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Root } from 'mdast'
import { isFullOfMarks, plainTree } from './plain-tree.ts'

/** A paragraph, list, table and so on, as it is written. */
export interface TextBlock {
  /** Its place in the whole text. */
  readonly start: number
  readonly text: string
}

/** Markdown with tables, as answers have them. */
export const readBlock = (text: string): Root =>
  isFullOfMarks(text)
    ? plainTree(text)
    : fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })

/**
 * The blocks of a text that grows at its end. Blocks before the last cannot change any more, so only what comes after them is read again: a long
 * answer costs no more at its end than at its beginning.
 */
export const splitBlocks = (text: string, before: readonly TextBlock[] = []): readonly TextBlock[] => {
  const kept = before.slice(0, -1)
  const isGrown = kept.every((block) => text.startsWith(block.text, block.start))
  const done = isGrown ? kept : []
  const from = isGrown ? (before.at(-1)?.start ?? 0) : 0
  const rest = text.slice(from)
  const starts = readBlock(rest).children.map(({ position }) => position?.start.offset ?? 0)
  const blocks = starts.map((start, index) => ({
    start: from + start,
    text: rest.slice(start, starts[index + 1]).trimEnd(),
  }))
  return [...done, ...blocks]
}

/** Splits one text after the other, each by what it knows of the one before. */
export const createSplitter = () => {
  let blocks: readonly TextBlock[] = []
  return (text: string): readonly TextBlock[] => (blocks = splitBlocks(text, blocks))
}
