import { isContextTerm } from '../contexts/context-terms.ts'
import { tokenize } from '../text/tokenize.ts'
import { lightStem } from './light-stem.ts'

/** A run of neighbouring words of a title: `key` is how it is compared, `text` how it was written. */
export interface Phrase {
  key: string
  text: string
  /** Words that are no stop words. */
  contentWords: number
  words: string[]
}

const maxWords = 5

/**
 * All phrases of one to five words of a title, each once. A phrase neither begins nor ends with a stop word, and no
 * punctuation but apostrophes, hyphens and dots inside words stands between its words, so that it reads as one. What
 * stands behind the last bar is the name of the site, of which no story tells.
 */
export function phraseCandidates(title: string): Phrase[] {
  const words = tokenize(title.replace(/(?<=\S)\s+[|»]\s[^|»]*$/u, ''))
  const found = new Map<string, Phrase>()
  for (let from = 0; from < words.length; from++) {
    const keys: string[] = []
    const folded: string[] = []
    let contentWords = 0
    for (let to = from; to < Math.min(words.length, from + maxWords); to++) {
      const word = words[to]
      const first = words[from]
      const before = words[to - 1]
      if (word === undefined || first === undefined) break
      if (to > from && before !== undefined && !isJoin(title.slice(before.end, word.start))) break
      const isContent = isContextTerm(word.text)
      keys.push(lightStem(word.text))
      folded.push(word.text)
      if (isContent) contentWords++
      if (to === from && !isContent && !isYear(word.text)) break
      if ((!isContent && !isNumber(word.text)) || contentWords === 0) continue
      const key = keys.join(' ')
      if (!found.has(key))
        found.set(key, { key, text: title.slice(first.start, word.end), contentWords, words: [...folded] })
    }
  }
  return [...found.values()]
}

/** What may stand between two words of one phrase: a space, "COVID-19", "U.S." and the possessive of "China's ban". */
function isJoin(between: string): boolean {
  return /^(?:['’]s)?(?:\s| ?[-–] ?|\.(?!\s))?$/u.test(between)
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d{2}$/.test(word)
}

function isNumber(word: string): boolean {
  return /^\d{2,}$/.test(word)
}
