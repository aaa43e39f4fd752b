import { hasUnspacedScript, type QueryWord } from '@auspex/analytics'
import { ch, type Fragment, text } from '../../../../adapters/clickhouse/statement.ts'
import { escapePattern } from '../words-condition.ts'
import { keyAboveTime } from './list-keys.ts'

/** Titles are a thirtieth of the texts, so they are compared as they are written; marks above and below letters count for nothing. */
const foldedTitle = ch`if(isValidASCII(title), lower(title), replaceRegexpAll(lowerUTF8(normalizeUTF8NFKD(title)), '\\p{Mn}', ''))`

/**
 * What a document is sorted by where too many match to read their words: how many of the words that the query names stand in its title, then
 * its time. Unlike `ts_rank` it knows nothing of how often and how near they stand in the body.
 */
export function keyOfTitle(words: readonly QueryWord[]): Fragment {
  const held = words.reduce((sum, word) => ch`${sum} + match(${foldedTitle}, ${text(toPattern(word))})`, ch`0`)
  return keyAboveTime(ch`(${held})`)
}

function toPattern({ text: word, prefix }: QueryWord): string {
  const folded = escapePattern(word.normalize('NFKD').replaceAll(/\p{Mn}/gu, ''))
  // what writes no spaces has words beside words
  if (hasUnspacedScript(word)) return folded
  return `(?:^|[^\\p{L}\\p{N}])${folded}${prefix ? '' : '(?:$|[^\\p{L}\\p{N}])'}`
}
