import { isContextTerm } from '../contexts/context-terms.ts'
import { isPersonTitle } from './known-names.ts'

/** A word of a text with its part of speech (Universal Dependencies tag). */
export interface TaggedWord {
  text: string
  tag: string
  /** Whether there is whitespace between this word and the one before. */
  isSpaced: boolean
}

const connectors = new Set('of de la las del da dos van von der den bin al el &'.split(' '))
const maxNameWords = 6

/**
 * Joins neighbouring proper nouns to names. Connectors ("Bank of England", "von der Leyen") and hyphens are included
 * between name words, a title ("President") opens a name; a possessive or any other word ends it.
 */
export function nameSpans(words: readonly TaggedWord[]): string[] {
  const names: string[] = []
  let at = 0
  while (at < words.length) {
    if (!startsName(words, at)) {
      at++
      continue
    }
    const end = nameEnd(words, at)
    const name = join(words.slice(at, end))
    if (isWorthNaming(name, end - at)) names.push(name)
    at = end
  }
  return names
}

function startsName(words: readonly TaggedWord[], at: number): boolean {
  if (isProperNoun(words[at])) return true
  return isPersonTitle(words[at]?.text ?? '') && isProperNoun(words[at + 1])
}

function nameEnd(words: readonly TaggedWord[], start: number): number {
  let end = start + 1
  while (end - start < maxNameWords) {
    const next = nextNameWord(words, end)
    if (next === null) return end
    end = next + 1
  }
  return end
}

/** Index of the word that continues a name at `at`, across connectors or a hyphen; null where the name ends. */
function nextNameWord(words: readonly TaggedWord[], at: number): number | null {
  const word = words[at]
  if (isProperNoun(word) || (word?.tag === 'NOUN' && isCapital(word))) return at
  const isHyphen = word?.text === '-' && !word.isSpaced && words[at + 1]?.isSpaced === false
  if (isHyphen) return isProperNoun(words[at + 1]) ? at + 1 : null
  if (!connectors.has(word?.text ?? '')) return null
  const after = connectors.has(words[at + 1]?.text ?? '') ? at + 2 : at + 1
  return isProperNoun(words[after]) ? after : null
}

function isProperNoun(word: TaggedWord | undefined): boolean {
  return word?.tag === 'PROPN' && isCapital(word)
}

function isCapital(word: TaggedWord): boolean {
  return /^[\p{Lu}\p{N}]/u.test(word.text)
}

function join(words: readonly TaggedWord[]): string {
  return words.map((word, index) => (index > 0 && word.isSpaced ? ` ${word.text}` : word.text)).join('')
}

const openers = new Set(
  'Good Best Open Great Video Pdf Dear Hello Hi Hey Yes Thanks Please Anyone Help Looking'.split(' '),
)
const calendar =
  /^(mon|tues|wednes|thurs|fri|satur|sun)day$|^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/i

function isWorthNaming(name: string, words: number): boolean {
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2) return false
  if (words > 1) return true
  // The tagger takes "I'm", "Best" and "Monday" for names when they open a sentence; acronyms ("US") are safe.
  const isAcronym = name === name.toUpperCase()
  return (
    !calendar.test(name) &&
    !name.includes("'") &&
    (isAcronym || isContextTerm(name.toLowerCase())) &&
    !openers.has(name)
  )
}
