import { type NearNode, type PhraseNode, type QueryWord, fieldBorder, wordEnd } from '@auspex/analytics'
import { ch, type Fragment, join, text, texts } from '../../../adapters/clickhouse/statement.ts'

/** The words of a document as stored in the index. */
const words = ch`splitByChar('\\n', words)`

/** The distinct words of the document. */
export const distinctWords = ch`arrayFilter(word -> not has(['', '\x1D', '\x1E'], word), arrayDistinct(${words}))`

/** Returns the library's words with a prefix; a prefix that no word has matches nothing. */
export type ExpandPrefix = (prefix: string) => readonly string[]

/** Requires each word somewhere in the text, which the index answers without reading a document. */
function toHeldCondition(queryWords: readonly QueryWord[], expand: ExpandPrefix): Fragment {
  const wholeWords = [...new Set(queryWords.filter(({ prefix }) => !prefix).map((word) => word.text))]
  const beginnings = [...new Set(queryWords.filter(({ prefix }) => prefix).map((word) => word.text))]
  return join(
    [
      ...wholeWords.map((word) => ch`has(${words}, ${text(word)})`),
      ...beginnings.map((prefix) => ch`hasAny(${words}, ${texts(expand(prefix))})`),
    ],
    ' and ',
  )
}

/** The words before the field border: those of the title. */
const titleWords = ch`substring(words, 1, position(words, ${text(fieldBorder)}))`

/** Words next to each other, in order. */
export function toPhraseCondition({ words: phraseWords, place }: PhraseNode, expand: ExpandPrefix): Fragment {
  const hasAllWords = toHeldCondition(phraseWords, expand)
  if (place === 'title') {
    return ch`(${hasAllWords} and match(${titleWords}, ${text(wordEnd + toPattern(phraseWords))}))`
  }
  if (phraseWords.length === 1) return hasAllWords
  if (phraseWords.some(({ prefix }) => prefix))
    return ch`(${hasAllWords} and match(words, ${text(wordEnd + toPattern(phraseWords))}))`
  const phrase = wordEnd + phraseWords.map((word) => word.text + wordEnd).join('')
  return ch`(${hasAllWords} and position(words, ${text(phrase)}) > 0)`
}

/** Any of many phrases in the title: a single pattern reads it once, however many there are. */
export function toTitleCondition(phrases: readonly PhraseNode[]): Fragment {
  const patterns = phrases.map((phrase) => toPattern(phrase.words))
  return ch`match(${titleWords}, ${text(`${wordEnd}(?:${patterns.join('|')})`)})`
}

/** Two phrases in either order, at most `distance` words apart. */
export function toNearCondition({ operands: [one, other], distance }: NearNode, expand: ExpandPrefix): Fragment {
  const [left, right] = [toPattern(one.words), toPattern(other.words)]
  const between = `(?:${anyWord}){0,${distance - 1}}`
  const pattern = `${wordEnd}(?:${left}${between}${right}|${right}${between}${left})`
  return ch`(${toHeldCondition([...one.words, ...other.words], expand)} and match(words, ${text(pattern)}))`
}

/** One word with its end mark; never the border between title and body, which no phrase crosses. */
const anyWord = '[^\\n\\x{1E}]+\\n'
const restOfWord = '[^\\n\\x{1E}]*'

function toPattern(phraseWords: readonly QueryWord[]): string {
  return phraseWords.map((word) => `${escapePattern(word.text)}${word.prefix ? restOfWord : ''}\\n`).join('')
}

/** Words consist of letters, digits and apostrophes; escapes anything else that RE2 would interpret. */
export function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.|?*+()[\]{}-]/g, '\\$&')
}
