import type { Nodes } from 'mdast'
import { readTree } from '../markdown-codec.ts'

/** Every letter of a Markdown text in order, ignoring everything between them, and every address and name in it. */
export const wordsOf = (text: string): { letters: string; addresses: string[] } => {
  const nodes = flatten(readTree(text))
  const letters = nodes.flatMap((node) => [
    ...('value' in node ? [node.value] : []),
    ...('alt' in node ? [node.alt ?? ''] : []),
  ])
  const addresses = nodes.flatMap((node) => [
    ...('url' in node ? [node.url] : []),
    ...('title' in node ? [node.title ?? ''] : []),
    ...('identifier' in node ? [node.identifier] : []),
  ])
  return { letters: letters.join('').replaceAll(/\s/g, ''), addresses: [...new Set(addresses)].toSorted() }
}

const flatten = (node: Nodes): Nodes[] => [node, ...('children' in node ? node.children.flatMap(flatten) : [])]
