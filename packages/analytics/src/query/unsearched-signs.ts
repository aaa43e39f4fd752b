import { tokenize } from '../text/tokenize.ts'
import { lexQuery } from './lex-query.ts'

/** Signs that a person may consider part of a word; excludes punctuation and trademark signs. */
const tellingSign = /(?![©®™])[\p{S}#@%&*\\]/gu
const maxSigns = 20

/**
 * The signs of a valid query that are not part of any of its words, each once: they are not searched for, and a word matches with and without them.
 */
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
  return [...signs].slice(0, maxSigns)
}
