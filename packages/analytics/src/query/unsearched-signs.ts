import { tokenize } from '../text/tokenize.ts'
import { lexQuery } from './lex-query.ts'

/** Signs that somebody may take for a part of a word; punctuation and marks of ownership are none. */
const tellingSign = /(?![©®™])[\p{S}#@%&*\\]/gu
const most = 20

/** The signs of a readable query that are in no word of it, each once: they are looked for nowhere, and a word counts with and without them. */
export function unsearchedSigns(query: string): string[] {
  const signs = new Set<string>()
  for (const mark of lexQuery(query)) {
    if (mark.kind !== 'chunk' && mark.kind !== 'quoted') continue
    const words = tokenize(mark.text)
    for (const { 0: sign, index } of mark.text.matchAll(tellingSign)) {
      const isPart = words.some(({ start, end }) => index >= start && (index < end || (sign === '*' && index === end)))
      if (!isPart) signs.add(sign)
    }
  }
  return [...signs].slice(0, most)
}
