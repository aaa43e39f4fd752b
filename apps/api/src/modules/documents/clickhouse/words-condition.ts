import { type NearNode, type PhraseNode, type QueryWord, wordEnd } from '@auspex/analytics'
import { ch, type Fragment, join, text, texts } from '../../../adapters/clickhouse/statement.ts'

/** The words of a document as the index holds them. */
const words = ch`splitByChar('\\n', words)`

/** The words that the document holds, each once. */
export const distinctWords = ch`arrayFilter(word -> not has(['', '\x1D', '\x1E'], word), arrayDistinct(${words}))`

/** A beginning of which no word of the library is one meets nothing. */
export type ExpandPrefix = (prefix: string) => readonly string[]

/** Each word must be held, wherever it stands: what the index answers without reading a document. */
function toHeldCondition(asked: readonly QueryWord[], expand: ExpandPrefix): Fragment {
  const plain = [...new Set(asked.filter(({ prefix }) => !prefix).map((word) => word.text))]
  const beginnings = [...new Set(asked.filter(({ prefix }) => prefix).map((word) => word.text))]
  return join(
    [
      ...plain.map((word) => ch`has(${words}, ${text(word)})`),
      ...beginnings.map((prefix) => ch`hasAny(${words}, ${texts(expand(prefix))})`),
    ],
    ' and ',
  )
}

/** Words next to each other, in their order. */
export function toPhraseCondition({ words: asked }: PhraseNode, expand: ExpandPrefix): Fragment {
  const held = toHeldCondition(asked, expand)
  if (asked.length === 1) return held
  if (asked.some(({ prefix }) => prefix)) return ch`(${held} and match(words, ${text(wordEnd + toPattern(asked))}))`
  const phrase = wordEnd + asked.map((word) => word.text + wordEnd).join('')
  return ch`(${held} and position(words, ${text(phrase)}) > 0)`
}

/** Two phrases in either order, the second at most `distance` words behind the first. */
export function toNearCondition({ operands: [one, other], distance }: NearNode, expand: ExpandPrefix): Fragment {
  const [left, right] = [toPattern(one.words), toPattern(other.words)]
  const between = `(?:${anyWord}){0,${distance - 1}}`
  const pattern = `${wordEnd}(?:${left}${between}${right}|${right}${between}${left})`
  return ch`(${toHeldCondition([...one.words, ...other.words], expand)} and match(words, ${text(pattern)}))`
}

/** One word and its end; never the border of title and body, which no phrase crosses. */
const anyWord = '[^\\n\\x{1E}]+\\n'
const restOfWord = '[^\\n\\x{1E}]*'

function toPattern(asked: readonly QueryWord[]): string {
  return asked.map((word) => `${escapePattern(word.text)}${word.prefix ? restOfWord : ''}\\n`).join('')
}

/** Words hold letters, digits and apostrophes; whatever else RE2 reads as a sign is taken for itself. */
export function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.|?*+()[\]{}-]/g, '\\$&')
}
