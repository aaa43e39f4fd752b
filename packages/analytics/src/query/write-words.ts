import { areAttached, writeAttached } from '@auspex/contract/attached-words'
import { tokens } from '../text/tokenize.ts'
import type { QueryWord } from './query-node.ts'

/**
 * The words of a phrase as a person writes them, with attached parts joined to their word (`l'inflation`, `삼성이`, `.net`). Each text is one chunk of
 * the query language, and parses to the same words.
 */
export function writeWords(words: readonly QueryWord[]): string[] {
  const written: string[] = []
  let group: QueryWord[] = []
  for (const word of words) {
    const last = group.at(-1)
    if (last !== undefined && (last.prefix || !areAttached(last.text, word.text))) {
      written.push(...writeGroup(group))
      group = []
    }
    group.push(word)
  }
  return group.length === 0 ? written : [...written, ...writeGroup(group)]
}

/** Where joined words would parse differently, each is written separately with its sign. */
function writeGroup(group: readonly QueryWord[]): string[] {
  if (group.length === 1) return group.map(writeWord)
  const text = group.map((word) => writeAttached(word.text)).join('')
  const read = tokens(text)
  const isSame = read.length === group.length && read.every((word, at) => word === group[at]?.text)
  return isSame ? [`${text}${group.at(-1)?.prefix === true ? '*' : ''}`] : group.map(writeWord)
}

function writeWord({ text, prefix }: QueryWord): string {
  return prefix ? `${text}*` : text
}
