import { attachmentMark } from '@auspex/contract/attached-words'

const apostrophes = /[\u2019\u02BC\uFF07]/g
// Soft hyphens, joiners, variation selectors and enclosing marks (keycaps) change how a word looks, not which word it is.
const invisible = /\u00AD|\u200C|\u200D|[\uFE00-\uFE0F]|\p{Me}/gu
const markedLatinOrGreek = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036F]+/gu
/** Stress marks of Russian textbooks, once the letters that have a mark of their own (й, ё, ѓ) are composed. */
const cyrillicStress = /(\p{Script=Cyrillic})[\u0300\u0301]+/gu
/** Vowel signs of Arabic with tatweel, and the points and accents of Hebrew: writers leave them out. */
const optionalSigns =
  /\u{640}|[\u{610}-\u{61A}\u{64B}-\u{652}\u{656}-\u{65F}\u{670}\u{6D6}-\u{6DC}\u{6DF}-\u{6E8}\u{6EA}-\u{6ED}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}]/gu
const possessive = /(?:'s)+$/
const wordRuns = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

/** Letters without a decomposition, each with its replacement on keyboards without the letter. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ß', 'ss'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ё', 'е'],
  ['ς', 'σ'],
  ['ک', 'ك'],
  ['ی', 'ي'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
])
const wholeLetter = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu')
const otherDigit = /(?![0-9])\p{Nd}/gu
const isDigit = /\p{Nd}/u

/**
 * Folds one run of word characters to the form in which words are compared. Usually one word; several when NFKC writes a sign as several words ("½"
 * is 1 and 2); none when nothing remains.
 *
 * Cyrillic and other scripts keep their marks: there "й" and "и" are different letters, not one letter with an accent. A change of the output needs a
 * new `wordsVersion`.
 */
export function foldWord(run: string): string[] {
  const folded = foldLetters(run.replace(invisible, '').normalize('NFKC').toLowerCase().normalize('NFKC'))
    .replace(apostrophes, "'")
    .replace(invisible, '')
  const found: string[] = []
  for (const match of folded.matchAll(wordRuns)) {
    const word = match[0].replace(possessive, '')
    if (word !== '') found.push(word)
  }
  return found
}

function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(optionalSigns, '')
    .replace(markedLatinOrGreek, '$1')
    .normalize('NFC')
    .replace(cyrillicStress, '$1')
    .replace(wholeLetter, (letter) => letters.get(letter) ?? letter)
    .replace(otherDigit, toAsciiDigit)
}

/** Each script has its digits in one block from zero to nine. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}

const signLetter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]'
const inWord = '\\p{L}\\p{N}\\p{M}_'
const possessiveSuffix = "(?:['\u2019]s(?![\\p{L}\\p{N}]))?"
const pictograph = '(?![©®™ℹ‼⁉〰〽㊗㊙Ⓜ])\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?'

/** Signs that distinguish words, in the order in which they are tried at a position. */
const signWord = new RegExp(
  [
    // C++, C#, F#
    `(?<![${inWord}])(?<base>${signLetter})(?<sign>[+＋]{2}|[#＃♯])(?![\\p{L}+＋#＃♯])${possessiveSuffix}`,
    // R&D, AT&T; not the parameters of an address
    `(?<![${inWord}&＆=?])(?<ampersand>${signLetter}{1,3}(?:[&＆]${signLetter}{1,3})+)(?![${inWord}&＆=;])${possessiveSuffix}`,
    // A/B
    `(?<![${inWord}/.:-])(?<slash>${signLetter}[/／]${signLetter})(?![${inWord}/／])${possessiveSuffix}`,
    // .NET, .io
    `(?<=^|[\\s(\\["“„«/,;:])(?<dot>\\.)(?=${signLetter})`,
    // Disney+, Notepad++
    `(?<=[\\p{L}\\p{M}])(?<plus>[+＋]{1,2})(?![${inWord}+＋])`,
    `(?<emoji>\\p{Regional_Indicator}{2}|${pictograph}(?:\\u200D${pictograph})*[\\u{E0020}-\\u{E007F}]*)`,
  ].join('|'),
  'gu',
)
/** Quick to refuse most texts: nearly each has full stops, and few of them begin a name. */
const maybeSign =
  /[+＋#＃♯&＆／]|\p{L}\/\p{L}|(?:^|[\s(["“„«/,;:])\.\p{L}|\p{Regional_Indicator}|\p{Extended_Pictographic}/u
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
