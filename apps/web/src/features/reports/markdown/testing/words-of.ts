import type { Nodes } from 'mdast'
import { readTree } from '../read-tree.ts'

/** Every word, address and picture of a Markdown text, in its order. */
export const wordsOf = (text: string): string[] =>
  collect(readTree(text))
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '')

const collect = (node: Nodes): string[] => [
  ...('value' in node ? [node.value] : []),
  ...('url' in node ? [node.url] : []),
  ...('alt' in node ? [node.alt ?? ''] : []),
  ...('title' in node ? [node.title ?? ''] : []),
  ...('identifier' in node ? [node.identifier] : []),
  ...('children' in node ? node.children.flatMap(collect) : []),
]
