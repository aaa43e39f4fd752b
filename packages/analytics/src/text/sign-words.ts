import { attachmentMark } from '@auspex/contract/attached-words'
import { foldWord } from './fold-word.ts'

const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]'
const inWord = '\\p{L}\\p{N}\\p{M}_'
const possessive = "(?:['\u2019]s(?![\\p{L}\\p{N}]))?"
const pictograph = '(?![©®™ℹ‼⁉〰〽㊗㊙Ⓜ])\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?'

/** Signs that distinguish words, in the order in which they are tried at a position. */
const signWord = new RegExp(
  [
    // C++, C#, F#
    `(?<![${inWord}])(?<base>${letter})(?<sign>[+＋]{2}|[#＃♯])(?![\\p{L}+＋#＃♯])${possessive}`,
    // R&D, AT&T; not the parameters of an address
    `(?<![${inWord}&＆=?])(?<ampersand>${letter}{1,3}(?:[&＆]${letter}{1,3})+)(?![${inWord}&＆=;])${possessive}`,
    // A/B
    `(?<![${inWord}/.:-])(?<slash>${letter}[/／]${letter})(?![${inWord}/／])${possessive}`,
    // .NET, .io
    `(?<=^|[\\s(\\["“„«/,;:])(?<dot>\\.)(?=${letter})`,
    // Disney+, Notepad++
    `(?<=[\\p{L}\\p{M}])(?<plus>[+＋]{1,2})(?![${inWord}+＋])`,
    `(?<emoji>\\p{Regional_Indicator}{2}|${pictograph}(?:\\u200D${pictograph})*[\\u{E0020}-\\u{E007F}]*)`,
  ].join('|'),
  'gu',
)
const maybeSign = /[+＋#＃♯&＆/／.]|\p{Regional_Indicator}|\p{Extended_Pictographic}/u
const variation = /[\uFE0E\uFE0F]/g
const skinTone = /\p{Emoji_Modifier}/gu
const lightest = 0x1f3fb
/** The word for the point in front of a name, as in .NET. */
const point = `point${attachmentMark}`

type EmitWord = (word: string, start: number, end: number) => void

/** Finds the words with signs of a text; the spans between them go to `between`, and everything is emitted in order. */
export function splitSignWords(text: string, emit: EmitWord, between: (start: number, end: number) => void): void {
  let at = 0
  if (maybeSign.test(text)) {
    for (const match of text.matchAll(signWord)) {
      const words = toWords(match.groups ?? {})
      if (words === null) continue
      if (match.index > at) between(at, match.index)
      at = match.index + match[0].length
      const end = at - (/['\u2019]s$/u.exec(match[0])?.[0].length ?? 0)
      for (const word of words) emit(word, match.index, end)
    }
  }
  if (at < text.length) between(at, text.length)
}

/** Null: not a separate word, because folding produced more letters. */
function toWords(groups: Record<string, string | undefined>): string[] | null {
  const { base, sign = '', ampersand, slash, dot, plus, emoji } = groups
  if (base !== undefined) {
    const word = foldWord(base).join('')
    return word.length === 1 ? [`${word}${/[+＋]/u.test(sign) ? '++' : '#'}`] : null
  }
  if (ampersand !== undefined) return joinParts(ampersand, /[&＆]/u, '&', 3)
  if (slash !== undefined) return joinParts(slash, /[/／]/u, '/', 1)
  if (dot !== undefined) return [point]
  if (plus !== undefined) return [attachmentMark + 'plus'.repeat(plus.length)]
  if (emoji === undefined) return null
  const tones = (emoji.match(skinTone) ?? []).map(
    (tone) => `${attachmentMark}tone${(tone.codePointAt(0) ?? lightest) - lightest + 1}`,
  )
  return [emoji.replace(variation, '').replace(skinTone, ''), ...tones]
}

function joinParts(text: string, separator: RegExp, sign: string, maxPartLength: number): string[] | null {
  const parts = text.split(separator).map((part) => foldWord(part).join(''))
  return parts.every((part) => part.length >= 1 && part.length <= maxPartLength) ? [parts.join(sign)] : null
}
