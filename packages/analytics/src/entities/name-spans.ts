import { isContextTerm } from '../contexts/context-terms.ts'

/** A word of a text with its part of speech (Universal Dependencies tag). */
export interface TaggedWord {
  text: string
  tag: string
  /** Whether whitespace stands between this word and the one before. */
  isSpaced: boolean
}

const connectors = new Set(['of', 'the', 'de', 'la', 'van', 'von', 'der', 'del', 'da', 'bin', 'al', '&'])
const maxNameWords = 6

/**
 * Joins neighbouring proper nouns to names. A connector ("Bank of England") stays when proper nouns stand on both
 * sides; a possessive or any other word ends the name.
 */
export function nameSpans(words: readonly TaggedWord[]): string[] {
  const names: string[] = []
  let at = 0
  while (at < words.length) {
    if (!isNameWord(words[at])) {
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

function nameEnd(words: readonly TaggedWord[], start: number): number {
  let end = start + 1
  while (end < words.length && end - start < maxNameWords) {
    if (isNameWord(words[end])) end++
    else if (connectors.has(words[end]?.text ?? '') && words[end]?.text !== 'the' && isNameWord(words[end + 1]))
      end += 2
    else break
  }
  return end
}

function isNameWord(word: TaggedWord | undefined): boolean {
  return word !== undefined && word.tag === 'PROPN' && /^[\p{Lu}\p{N}]/u.test(word.text)
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
